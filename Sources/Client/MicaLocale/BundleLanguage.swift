import Foundation

/// An object of Core Foundation.
private typealias Object = UnsafeRawPointer

/// A function of Foundation's library, by name.
private func foundation<Function>(_ name: String, _ type: Function.Type) -> Function? {
    // RTLD_NEXT: not the one of this module.
    guard let found = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: -1), name) else { return nil }
    return unsafe unsafeBitCast(found, to: type)
}

/// The functions of Core Foundation that find a bundle's localizations.
private enum BundleFunctions {
    static let region = unsafe foundation("CFBundleGetDevelopmentRegion", (@convention(c) (Object) -> Object?).self)
    static let localizations = unsafe foundation(
        "CFBundleCopyBundleLocalizations", (@convention(c) (Object) -> Object?).self)
    static let preferred = unsafe foundation(
        "CFBundleCopyPreferredLocalizationsFromArray", (@convention(c) (Object) -> Object?).self)
    static let matching = unsafe foundation(
        "CFBundleCopyLocalizationsForPreferences", (@convention(c) (Object, Object?) -> Object?).self)
    static let count = unsafe foundation("CFArrayGetCount", (@convention(c) (Object) -> Int).self)
    static let value = unsafe foundation("CFArrayGetValueAtIndex", (@convention(c) (Object, Int) -> Object?).self)
    static let array = unsafe foundation(
        "CFArrayCreate",
        (@convention(c) (Object?, UnsafePointer<Object?>, Int, UnsafeMutableRawPointer?) -> Object?).self)
    static let text = unsafe foundation(
        "CFStringGetCString", (@convention(c) (Object, UnsafeMutablePointer<CChar>, Int, UInt32) -> Bool).self)
}

/// The names that a localization of the user's language may have, the best first: `zh-Hans-CN`, `zh-Hans`, `zh`.
private let userLanguages: [String] = {
    let name = ProcessInfo.processInfo.environment["MICA_LANGUAGE"] ?? ""
    let parts = name.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
    let lengths = (1...max(1, parts.count)).reversed()
    return lengths.flatMap { [parts.prefix($0).joined(separator: "-"), parts.prefix($0).joined(separator: "_")] }
}()

/// Whether this thread asks for a bundle's localizations, which may themselves ask for the development region.
private let isAsking = "org.mica.MicaLocale.isAsking"

/// `CFBundleGetDevelopmentRegion`: the localization of the bundle in the user's language, or else the bundle's own region.
/// Foundation on Linux finds strings and resources in no other.
@_cdecl("CFBundleGetDevelopmentRegion")
public func bundleRegion(_ bundle: UnsafeRawPointer) -> UnsafeRawPointer? {
    let thread = Thread.current.threadDictionary
    if thread[isAsking] == nil {
        thread[isAsking] = true
        defer { thread[isAsking] = nil }
        if let names = unsafe BundleFunctions.localizations?(bundle), let found = unsafe best(of: names) {
            return unsafe found
        }
    }
    return unsafe BundleFunctions.region?(bundle)
}

/// `CFBundleCopyPreferredLocalizationsFromArray`, for `Bundle.preferredLocalizations`.
@_cdecl("CFBundleCopyPreferredLocalizationsFromArray")
public func preferredLocalizations(_ names: UnsafeRawPointer) -> UnsafeRawPointer? {
    unsafe preferred(of: names) ?? BundleFunctions.preferred?(names)
}

/// `CFBundleCopyLocalizationsForPreferences`, for `Bundle.preferredLocalizations(from:)`.
@_cdecl("CFBundleCopyLocalizationsForPreferences")
public func localizations(_ names: UnsafeRawPointer, _ preferences: UnsafeRawPointer?) -> UnsafeRawPointer? {
    unsafe (preferences == nil ? preferred(of: names) : nil) ?? BundleFunctions.matching?(names, preferences)
}

/// An array of the best of some localizations; nil if none is in the user's language.
private func preferred(of names: UnsafeRawPointer) -> UnsafeRawPointer? {
    var found = unsafe best(of: names)
    guard unsafe found != nil else { return nil }
    let callbacks = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: -1), "kCFTypeArrayCallBacks")
    return unsafe BundleFunctions.array?(nil, &found, 1, callbacks)
}

/// The name of the localization in the user's language, of an array of names; nil for none.
private func best(of names: UnsafeRawPointer) -> UnsafeRawPointer? {
    var best = (rank: Int.max, index: -1)
    for index in 0..<(unsafe BundleFunctions.count?(names) ?? 0) {
        guard let name = unsafe BundleFunctions.value?(names, index) else { continue }
        var bytes = [CChar](repeating: 0, count: 64)
        // The encoding is UTF-8's.
        guard unsafe BundleFunctions.text?(name, &bytes, bytes.count, 0x0800_0100) == true else { continue }
        let text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if let rank = userLanguages.firstIndex(of: text), rank < best.rank { best = (rank, index) }
    }
    return best.index < 0 ? nil : unsafe BundleFunctions.value?(names, best.index)
}
