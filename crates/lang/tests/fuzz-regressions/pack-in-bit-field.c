2o(){struct{int:
#pragma pack(push,1)
8;int e;}f;}