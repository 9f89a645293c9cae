0int f(void) { return 'ÿ' + '\ÿ'; }
