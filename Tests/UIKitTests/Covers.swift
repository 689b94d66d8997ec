import Testing

/// The symbols of UIKit that a test is about: dev/uikit-coverage reads them, and asks for one for each that many programs use.
struct Covers: TestTrait {
    let symbols: [String]
}

extension Trait where Self == Covers {
    /// Says which symbols of dev/api/uikit-usage.tsv a test is about.
    static func covers(_ symbols: String...) -> Covers { Covers(symbols: symbols) }
}
