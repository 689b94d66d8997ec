/// The first stored word of objects that are attributes of strings: Foundation reads it as the Core Foundation type.
///
/// Foundation on Linux compares the attributes of neighbouring runs with CFEqual. CFEqual reads the type number, bits
/// 8 to 17, of the word after every object's header, whether or not the class stores one there. If both objects have
/// the number of no type, 0, CFEqual stops the program. If the number belongs to no type, as 1023 does, CFEqual asks
/// the objects themselves. So classes of attributes are subclasses of NSObject with this word before all other stored
/// properties. (Other objects go into a box, whose first word is their address.)
///
/// *Source*: swift-corelibs-foundation, CFRuntime.c (CFEqual, `__CFNotATypeClass`) and CFRunArray.c.
package struct CoreFoundationKind: Sendable {
    /// 1023, the largest number that fits; types are numbered from 1.
    private let word: UInt64 = 1023 << 8

    /// Makes the word.
    package init() {}
}
