import Foundation

// `mica test --language` links this module's object into the test program, and no other program has it. Foundation on Linux
// has the locale en_001 whatever the environment says, and localized resources of a bundle's development region only. The
// program's own functions come before those of Foundation's libraries, which call them by their names, so that these
// functions take the place of Foundation's: `Locale.current` for formatters, calendars and strings, and the development
// region for `Bundle`.

/// The user's locale: `MICA_LOCALE`, such as `ar_EG`.
private let userLocale = Locale(identifier: ProcessInfo.processInfo.environment["MICA_LOCALE"] ?? "en_001")

/// `Locale.current`.
@_silgen_name("$s20FoundationEssentials6LocaleV7currentACvgZ")
public func currentLocale() -> Locale { userLocale }

/// `Locale.autoupdatingCurrent`.
@_silgen_name("$s20FoundationEssentials6LocaleV19autoupdatingCurrentACvgZ")
public func autoupdatingCurrentLocale() -> Locale { userLocale }

/// `Locale.preferredLanguages`.
@_silgen_name("$s20FoundationEssentials6LocaleV18preferredLanguagesSaySSGvgZ")
public func preferredLanguages() -> [String] { [userLocale.identifier(.bcp47)] }
