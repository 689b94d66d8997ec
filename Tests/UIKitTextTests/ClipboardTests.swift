import CoreGraphics
import Foundation
import MicaEvents
import Testing
import UIKit

@testable import UIKitText

/// A desktop's clipboard in the test's hands.
@MainActor private final class PlainClipboard: DesktopClipboard {
    private static var number: UInt64 = 1000
    private(set) var changes: UInt64
    private var content: [(type: String, data: Data)] = []
    private(set) var reads: [String] = []
    private(set) var offered: [String] = []
    private(set) var make: (@MainActor (String) -> Data?)?
    var changed: (@MainActor () -> Void)?

    init() {
        Self.number += 1000
        changes = Self.number
    }

    var types: [String] { content.map(\.type) }
    func data(_ type: String) -> Data? {
        reads.append(type)
        return content.first { $0.type == type }?.data
    }
    func offer(_ types: [String], _ make: @escaping @MainActor (String) -> Data?) {
        (offered, self.make, content) = (types, make, [])
    }
    /// Another program copies something.
    func copy(_ content: [(String, Data)]) {
        self.content = content.map { (type: $0.0, data: $0.1) }
        changes += 1
        (reads, offered, make) = ([], [], nil)
        changed?()
    }
}

@MainActor @Suite("The desktop's clipboard", .serialized) struct ClipboardTests {
    private let stage = TextStage()
    private let clipboard = PlainClipboard()
    private let board = UIPasteboard.general

    init() { stage.host.clipboard = clipboard }

    private func picture(_ width: CGFloat) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: 2)).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: width, height: 2))
        }
    }

    @Test("Other programs' content is read by types, each once and only when asked for")
    func reading() throws {
        stage.window.makeKeyAndVisible()
        let png = try #require(picture(3).pngData())
        clipboard.copy([
            ("TARGETS", Data()), ("UTF8_STRING", Data("hé".utf8)), ("STRING", Data([104, 233])),
            ("application/rtf", Data("{\\rtf1 a}".utf8)), ("image/png", png), ("com.example.shape", Data([1])),
            ("application/x-other", Data()),
        ])
        #expect(board.types == ["public.rtf", "public.png", "public.utf8-plain-text", "com.example.shape"])
        #expect(board.hasImages && board.hasStrings && !board.hasColors)
        #expect(clipboard.reads.isEmpty)
        #expect(board.string == "hé")
        #expect(board.string == "hé")
        #expect(clipboard.reads == ["UTF8_STRING"])
        #expect(board.data(forPasteboardType: "public.rtf") == Data("{\\rtf1 a}".utf8))
        #expect(board.data(forPasteboardType: "public.png") == png)
        #expect(board.image?.size.width == 3)
        #expect(clipboard.reads == ["UTF8_STRING", "application/rtf", "image/png"])
        #expect(board.data(forPasteboardType: "com.example.shape") == Data([1]))
        #expect(board.itemProviders.first?.hasItemConformingToTypeIdentifier("public.image") == true)
        board.items = []
    }

    @Test("ISO 8859-1, lists of addresses, names in capitals")
    func kinds() {
        stage.window.makeKeyAndVisible()
        clipboard.copy([("STRING", Data([104, 233]))])
        #expect(board.string == "hé")
        clipboard.copy([("TEXT/PLAIN;charset=UTF-8", Data("ü".utf8))])
        #expect(board.string == "ü")
        clipboard.copy([("text/uri-list", Data("# two\r\nhttps://a.example/\r\nfile:///b\r\n".utf8))])
        #expect(board.urls?.map(\.absoluteString) == ["https://a.example/", "file:///b"])
        #expect(board.numberOfItems == 2)
        #expect(board.string == "https://a.example/")
        board.items = []
    }

    @Test("Content that does not arrive, or is broken, is none")
    func broken() {
        stage.window.makeKeyAndVisible()
        clipboard.copy([("image/png", Data("no picture".utf8)), ("UTF8_STRING", Data())])
        #expect(board.image == nil && board.string == nil)
        clipboard.copy([])
        #expect(board.items.isEmpty && !board.hasStrings && board.image == nil)
        #expect(ClipboardTypes.identifiers(of: ["", "a", "MULTIPLE", "x/y", "image/png", "IMAGE/PNG"]).count == 1)
        board.items = []
    }

    @Test("Own content is offered by types, and made when it is asked for")
    func offering() throws {
        stage.window.makeKeyAndVisible()
        board.image = picture(4)
        #expect(clipboard.offered == ["image/png"])
        let png = try #require(clipboard.make?("image/png"))
        #expect(UIImage(data: png)?.size.width == 4)
        #expect(clipboard.make?("text/plain") == nil)
        #expect(board.image?.size.width == 4)
        board.items = [
            ["public.utf8-plain-text": "é", "public.rtf": Data("{\\rtf1}".utf8)], ["public.utf8-plain-text": "b"],
        ]
        #expect(
            clipboard.offered == [
                "text/rtf", "application/rtf", "text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING",
            ])
        #expect(clipboard.make?("UTF8_STRING") == Data("é\nb".utf8))
        #expect(clipboard.make?("STRING") == Data([233, 10, 98]))
        #expect(clipboard.make?("application/rtf") == Data("{\\rtf1}".utf8))
        board.url = URL(string: "https://a.example/")
        #expect(clipboard.make?("text/uri-list") == Data("https://a.example/\r\n".utf8))
        board.items = []
    }

    @Test("Changes by other programs are counted and posted")
    func changes() {
        stage.window.makeKeyAndVisible()
        var posted: [[String]] = []
        let observer = NotificationCenter.default.addObserver(
            forName: UIPasteboard.changedNotification, object: board, queue: nil
        ) { note in
            let types = note.userInfo?[UIPasteboard.changedTypesAddedUserInfoKey] as? [String] ?? []
            MainActor.assumeIsolated { posted.append(types) }
        }
        let first = board.changeCount
        clipboard.copy([("UTF8_STRING", Data("a".utf8))])
        #expect(board.changeCount == first + 1)
        #expect(board.string == "a")
        clipboard.copy([("UTF8_STRING", Data("a".utf8))])
        #expect(board.changeCount == first + 2)
        clipboard.copy([("image/png", Data())])
        #expect(board.changeCount == first + 3)
        #expect(posted == [["public.utf8-plain-text"], ["public.utf8-plain-text"], ["public.png"]])
        NotificationCenter.default.removeObserver(observer)
        board.items = []
    }

    @Test("A text view pastes pictures as attachments if a person may change attributes")
    func pictures() throws {
        stage.window.makeKeyAndVisible()
        let view = UITextView(frame: CGRect(x: 10, y: 80, width: 200, height: 100))
        stage.window.addSubview(view)
        view.text = "ab"
        view.becomeFirstResponder()
        view.selectedRange = NSRange(location: 1, length: 0)
        clipboard.copy([("image/png", try #require(picture(5).pngData()))])
        #expect(!view.canPerformAction(Selector("paste:"), withSender: nil))
        view.paste(nil)
        #expect(view.text == "ab")
        view.allowsEditingTextAttributes = true
        #expect(view.canPerformAction(Selector("paste:"), withSender: nil))
        view.paste(nil)
        #expect(view.text == "a\u{FFFC}b")
        let found = unsafe view.textStorage.attribute(.attachment, at: 1, effectiveRange: nil) as? NSTextAttachment
        #expect(found?.image?.size.width == 5)
        view.resignFirstResponder()
        board.items = []
    }
}
