/// A layer whose pixels a program makes, with a renderer of its own.
package protocol ProgramDrawnLayer: CALayer {}
