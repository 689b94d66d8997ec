// The toolchain's Swift Testing declares that a file which imports both Testing and a module called UIKit imports a
// module of this name as well, and such a file does not compile where there is none. The product that has UIKit in it has
// this target, too, so that tests of ours and of clients compile.
