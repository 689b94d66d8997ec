import Foundation

/// Where fonts are searched, and by which rules: our own, so that a user's settings change nothing.
///
/// Fonts are in the folders of Debian's packages. Rules of the machine and of the user are not read. Hinting and
/// embedded bitmaps have no influence, as outlines are taken in the font's units.
enum FontConfiguration {
    /// The folders that hold the fonts: the machine's, or those that `MICA_FONTS` names, separated by colons, and no
    /// others. Tests keep their fonts beside their pictures so (docs/testing-ios-packages.md).
    static let folders: [String] = {
        let named = (ProcessInfo.processInfo.environment["MICA_FONTS"] ?? "").split(separator: ":").map(String.init)
        return named.isEmpty ? ["/usr/share/fonts", "/usr/local/share/fonts"] : named
    }()

    /// Adds a font's file to the list that `MICA_FONT_LIST` names, a path a line; without it, does nothing.
    static func note(_ file: String) {
        guard let list = ProcessInfo.processInfo.environment["MICA_FONT_LIST"],
            let handle = FileHandle(forWritingAtPath: list)
        else { return }
        defer { try? handle.close() }
        // One write at the end of the file: several processes may have the list.
        guard (try? handle.seekToEnd()) != nil else { return }
        try? handle.write(contentsOf: Data((file + "\n").utf8))
    }

    /// The rules in Fontconfig's language.
    static var rules: String {
        let families = AppleFontNames.fallbacks.map { "<family>\($0)</family>" }.joined()
        return """
            <?xml version="1.0"?>
            <fontconfig>
            \(folders.map { "<dir>\(escaped($0))</dir>" }.joined())
            <cachedir>/var/cache/fontconfig</cachedir>
            <cachedir prefix="xdg">fontconfig</cachedir>
            <alias binding="same"><family>emoji</family><prefer><family>Noto Color Emoji</family></prefer></alias>
            <match target="pattern"><edit name="family" mode="append_last"><string>Liberation Sans</string></edit></match>
            <alias><family>sans-serif</family><prefer>\(families)</prefer></alias>
            <match target="font">
            <test name="outline" compare="eq"><bool>false</bool></test>
            <test name="color" compare="eq"><bool>false</bool></test>
            <edit name="embeddedbitmap" mode="assign"><bool>false</bool></edit>
            </match>
            </fontconfig>
            """
    }

    /// A path as text of XML.
    private static func escaped(_ path: String) -> String {
        path.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    }
}
