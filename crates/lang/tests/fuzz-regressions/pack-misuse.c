0#pragma pack
struct { int a; };
#pragma pack(
struct { int a; };
#pragma pack()
struct { int a; };
#pragma pack(3)
struct { int a; };
#pragma pack(push
struct { int a; };
#pragma pack(pop, 1
struct { int a; };
#pragma pack(push, x, 4)
struct { int a; };
#pragma pack(pop, y)
struct { int a; };
#pragma pack(-1)
struct { int a; };
#pragma pack(99999999999)
struct { int a; };
#pragma pack(push, 1, 2, 3)
struct { int a; };
