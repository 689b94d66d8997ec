// Mica's own names beside Apple's: `import QuartzCore` has the layers, `import Mica` draws them into pictures, files and
// windows, and has values for them that Apple does not have.
@_exported import MicaValues
