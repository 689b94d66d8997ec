/// Mica's version: the one place where it is written. `mica --version`, the manual page, packages and the check of CHANGELOG.md
/// by `dev/release` read it from here.
package enum Version {
    /// The version by semver.org: MAJOR.MINOR.PATCH.
    package static let number = "0.1.0"
}
