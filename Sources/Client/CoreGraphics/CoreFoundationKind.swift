/// The first word of objects that are values of attributed strings: Foundation takes it for their Core Foundation type.
///
/// Foundation on Linux compares the attributes of neighbouring runs with CFEqual, which reads the word behind the header of
/// every object, whether its class has one there or not: at the number of no type, 0 in bits 8 to 17, in both of two objects
/// it stops the program. A number that no type has makes it ask the objects themselves. So classes whose objects are
/// attributes of texts are subclasses of NSObject (others go into a box, whose first word is their address) and have this
/// before all other stored properties.
///
/// *Source*: swift-corelibs-foundation, CFRuntime.c (CFEqual, `__CFNotATypeClass`) and CFRunArray.c.
package struct CoreFoundationKind: Sendable {
    /// 1023, the last of the numbers that fit; types are numbered from 1 on.
    private let word: UInt64 = 1023 << 8

    /// Makes the word.
    package init() {}
}
