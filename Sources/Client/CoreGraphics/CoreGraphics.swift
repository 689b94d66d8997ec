// `import CoreGraphics` also imports Foundation, and the names of Objective-C's runtime and of Core Foundation that Foundation
// on Linux lacks, as on Apple's platforms.
@_exported import ObjectiveCNames
