// As on Apple's platforms, `import CoreGraphics` also imports Foundation, and the names of Objective-C's runtime and of
// Core Foundation that Foundation on Linux lacks.
@_exported import ObjectiveCNames
