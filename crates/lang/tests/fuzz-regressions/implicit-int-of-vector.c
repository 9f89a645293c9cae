0__attribute__((__vector_size__(32))) V;
