/// A layer whose pixels come from a renderer of the program's own.
package protocol ProgramDrawnLayer: CALayer {}
