4struct{int
#pragma pack(1)
s;};