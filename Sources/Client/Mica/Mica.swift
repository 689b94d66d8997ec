// Mica's own names beside Apple's: `import QuartzCore` has the layers; `import Mica` draws them into pictures and
// files, and has values for them that Apple does not have.
@_exported import MicaValues
