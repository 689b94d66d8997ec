import MicaText

/// Who may use a registered font. Here it is the process in each case, until it ends.
public enum CTFontManagerScope: UInt32, Sendable {
    /// Nobody.
    case none
    /// The process.
    case process
    /// All processes, also after a restart.
    case persistent
    /// All processes of the session.
    case session

    /// All processes of the user, the newer name of `persistent`.
    public static var user: Self { .persistent }
}

/// The domain of errors of the functions that register fonts.
public let kCTFontManagerErrorDomain: CFString = "com.apple.CoreText.CTFontManagerErrorDomain"
/// The key of the URLs of an error's font files in its `userInfo`.
public let kCTFontManagerErrorFontURLsKey: CFString = "CTFontManagerErrorFontURLs"

/// Why a font is not registered.
public enum CTFontManagerError: CFIndex, Sendable {
    /// There is no file.
    case fileNotFound = 101
    /// The file cannot be read.
    case insufficientPermissions = 102
    /// The file is no font, or has no outlines.
    case unrecognizedFormat = 103
    /// The font is damaged.
    case invalidFontData = 104
    /// The font was registered before.
    case alreadyRegistered = 105
}

/// Makes the fonts of a file known to the process: their names find them, and their family is among `UIFont.familyNames`.
///
/// - Parameters:
///   - fontURL: a file; it has to stay where it is.
///   - scope: the process in each case.
///   - error: gets the reason, one of `CTFontManagerError`, when the result is false; the caller releases it.
/// - Returns: whether the fonts are known now, and were not before.
public func CTFontManagerRegisterFontsForURL(
    _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    guard let fault = register(fontURL) else { return true }
    if let error = unsafe error { unsafe error.pointee = Unmanaged.passRetained(fault) }
    return false
}

/// Makes the fonts of files known to the process, each as by `CTFontManagerRegisterFontsForURL`.
///
/// - Parameter errors: gets an array of the reasons, when the result is false; the caller releases it.
/// - Returns: whether all of them are known now, and none was before.
public func CTFontManagerRegisterFontsForURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope, _ errors: UnsafeMutablePointer<Unmanaged<NSArray>?>?
) -> Bool {
    let faults = fontURLs.compactMap { $0 as? URL }.compactMap(register)
    guard !faults.isEmpty else { return true }
    if let errors = unsafe errors { unsafe errors.pointee = Unmanaged.passRetained(NSArray(array: faults)) }
    return false
}

/// Makes the fonts of files known to the process, each as by `CTFontManagerRegisterFontsForURL`.
///
/// - Parameters:
///   - enabled: whether the fonts are found; here they are in each case.
///   - registrationHandler: gets the errors, and true, as it is called once, before the function returns.
public func CTFontManagerRegisterFontURLs(
    _ fontURLs: CFArray, _ scope: CTFontManagerScope, _ enabled: Bool,
    _ registrationHandler: ((_ errors: CFArray, _ done: Bool) -> Bool)?
) {
    let faults = fontURLs.compactMap { $0 as? URL }.compactMap(register)
    _ = registrationHandler?(faults, true)
}

/// Makes a font known to the process by its names. A font of a file is known since it was made, so that the result is true.
///
/// - Parameter error: stays as it is.
public func CTFontManagerRegisterGraphicsFont(
    _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    true
}

/// Registers the fonts of a file; returns why they are not, or nil.
private func register(_ url: URL) -> CFError? {
    let path = url.standardizedFileURL.path
    let fault: CTFontManagerError
    if !url.isFileURL || !FileManager.default.fileExists(atPath: path) {
        fault = .fileNotFound
    } else if !FileManager.default.isReadableFile(atPath: path) {
        fault = .insufficientPermissions
    } else {
        switch FontLibrary.shared.register(file: path) {
        case .added: return nil
        case .known: fault = .alreadyRegistered
        case .noFont: fault = .unrecognizedFormat
        }
    }
    return NSError(
        domain: kCTFontManagerErrorDomain, code: fault.rawValue, userInfo: [kCTFontManagerErrorFontURLsKey: [url]])
}
