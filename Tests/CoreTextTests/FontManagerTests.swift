import CoreText
import MicaText
import Testing

@Suite struct FontManagerTests {
    /// Liberation Sans under another name of the same length, in a folder that is removed behind the body.
    private func withFont(_ body: (URL) throws -> Void) throws {
        let face = try #require(FontLibrary.shared.face(family: "Liberation Sans", weight: 400, isItalic: false))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: face.file))
        for encoding in [String.Encoding.utf16BigEndian, .ascii] {
            let (old, new) = ("Liberation".data(using: encoding), "Registered".data(using: encoding))
            while let place = bytes.range(of: try #require(old)) {
                bytes.replaceSubrange(place, with: try #require(new))
            }
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "own.ttf")
        try bytes.write(to: file)
        try body(file)
    }

    @Test func a_registered_file_is_found_by_its_names() throws {
        try withFont { file in
            #expect(!FontLibrary.shared.families.contains("Registered Sans"))
            var error: Unmanaged<CFError>?
            #expect(unsafe CTFontManagerRegisterFontsForURL(file as CFURL, .process, &error) && error == nil)
            #expect(FontLibrary.shared.families.contains("Registered Sans"))
            let font = CTFontCreateWithName("RegisteredSans" as CFString, 12, nil)
            #expect(CTFontCopyPostScriptName(font) == "RegisteredSans")
            #expect(unsafe !CTFontManagerRegisterFontsForURL(file, .process, &error), "it is registered already")
            #expect(unsafe error?.takeRetainedValue().code == CTFontManagerError.alreadyRegistered.rawValue)
            #expect(unsafe !CTFontManagerRegisterFontsForURLs([file] as CFArray, .process, nil))
        }
    }

    @Test func what_is_no_font_has_an_error() throws {
        var error: Unmanaged<CFError>?
        let none = URL(fileURLWithPath: "/nowhere/none.ttf")
        #expect(unsafe !CTFontManagerRegisterFontsForURL(none, .process, &error))
        #expect(unsafe error?.takeRetainedValue().code == CTFontManagerError.fileNotFound.rawValue)
        let text = URL(fileURLWithPath: #filePath)
        #expect(unsafe !CTFontManagerRegisterFontsForURL(text, .process, &error))
        let fault = try #require(unsafe error?.takeRetainedValue())
        #expect(fault.code == CTFontManagerError.unrecognizedFormat.rawValue)
        #expect(fault.domain == kCTFontManagerErrorDomain)
        var count = 0
        CTFontManagerRegisterFontURLs([none, text], .process, true) { errors, isDone in
            count = isDone ? errors.count : 0
            return true
        }
        #expect(count == 2)
    }
}
