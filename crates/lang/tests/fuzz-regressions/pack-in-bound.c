5n(){int t=0;struct{int;int g[
#pragma pack(1)
t];};return;}