/// Where fonts are searched, and by which rules: our own, so that a user's settings change nothing.
///
/// Fonts are in the folders of Debian's packages. Rules of the machine and of the user are not read. Hinting and
/// embedded bitmaps have no influence, as outlines are taken in the font's units.
enum FontConfiguration {
    /// The folders that hold the machine's fonts.
    static let folders = ["/usr/share/fonts", "/usr/local/share/fonts"]

    /// The rules in Fontconfig's language.
    static var rules: String {
        let families = AppleFontNames.fallbacks.map { "<family>\($0)</family>" }.joined()
        return """
            <?xml version="1.0"?>
            <fontconfig>
            \(folders.map { "<dir>\($0)</dir>" }.joined())
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
}
