// The toolchain's Swift Testing declares that a file which imports both Testing and a module called CoreGraphics
// imports a module of this name as well, and such a file does not compile where there is none. Apple's version attaches
// images to test results. A product that has CoreGraphics in it has this target, too, so that tests of ours and of
// clients compile.
