// The preprocessor is any command that takes -E: here sed, to which -E means something else.
//
// RUN[file]: print --cpp "sed s/NUMBER/3/" %
// RUN[stdin]: print --cpp "/bin/sh -c 'sed s/NUMBER/3/'" - < %
// RUN[output]: print --cpp "sed s/NUMBER/3/" % -o %t/out.i

int x = NUMBER;
