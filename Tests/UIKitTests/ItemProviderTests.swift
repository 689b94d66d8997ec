import Foundation
import Testing
import UIKit

@testable import UIKitCore

/// Item providers. *Source*: Apple, NSItemProvider.
@MainActor struct ItemProviderTests {
    /// A box for a value that a block gives.
    // Safe because: the blocks of these tests run on the test's thread.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }

    private func load<T>(_ provider: NSItemProvider, _ type: T.Type) -> T?
    where T: _ObjectiveCBridgeable & SendableMetatype, T._ObjectiveCType: NSItemProviderReading {
        let box = Box<T>()
        provider.loadObject(ofClass: type) { value, _ in box.value = value }
        return box.value
    }

    @Test func texts_and_addresses_are_read_as_each_other() throws {
        let text = NSItemProvider(object: "https://example.org" as NSString)
        #expect(text.registeredTypeIdentifiers == ["public.utf8-plain-text"], "DD-4 the type of a text")
        #expect(text.canLoadObject(ofClass: NSString.self) && !text.canLoadObject(ofClass: UIImage.self))
        #expect(load(text, String.self) == "https://example.org")
        let url = NSItemProvider(object: try #require(NSURL(string: "https://example.org/a")))
        #expect(load(url, URL.self)?.path == "/a" && load(url, String.self) == "https://example.org/a")
        #expect(url.hasItemConformingToTypeIdentifier("public.url"))
        #expect(
            url.hasItemConformingToTypeIdentifier("public.text")
                && !text.hasItemConformingToTypeIdentifier("public.url"))
    }

    @Test func pictures_and_colours_keep_their_values() throws {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2)).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
        }
        let provider = NSItemProvider(object: image)
        let box = Box<any NSItemProviderReading>(), data = Box<Data>()
        provider.loadObject(ofClass: UIImage.self) { object, _ in box.value = object }
        #expect(box.value === image)
        provider.loadDataRepresentation(forTypeIdentifier: "public.image") { value, _ in data.value = value }
        let read = try UIImage.object(withItemProviderData: #require(data.value), typeIdentifier: "public.png")
        #expect(read.size.width == 4 * image.scale || read.size.width == 4)
        let archived = Box<Data>()
        NSItemProvider(object: UIColor.red).loadDataRepresentation(forTypeIdentifier: "com.apple.uikit.color") {
            archived.value = $0
            _ = $1
        }
        let color = try UIColor.object(
            withItemProviderData: #require(archived.value), typeIdentifier: "com.apple.uikit.color")
        #expect(color == UIColor.red)
        #expect(throws: (any Error).self) {
            try UIImage.object(withItemProviderData: Data([1, 2]), typeIdentifier: "public.png")
        }
    }

    @Test func data_come_from_their_block_and_a_missing_type_is_an_error() throws {
        let provider = NSItemProvider()
        provider.registerDataRepresentation(forTypeIdentifier: "org.example.thing", visibility: .all) { completion in
            completion(Data([7]), nil)
            return nil
        }
        let data = Box<Data>(), failure = Box<any Error>()
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "org.example.thing") { value, _ in
            data.value = value
        }
        #expect(data.value == Data([7]) && progress.isFinished)
        provider.loadDataRepresentation(forTypeIdentifier: "public.png") { _, error in failure.value = error }
        let error = try #require(failure.value as NSError?)
        #expect(error.domain == "NSItemProviderErrorDomain" && error.code == -1000, "DD-5 the error of a missing item")
        let copy = try #require(provider.copy() as? NSItemProvider)
        #expect(copy.registeredTypeIdentifiers == ["org.example.thing"])
    }

    @Test func items_are_given_as_they_are() throws {
        let provider = NSItemProvider(item: "abc" as NSString, typeIdentifier: "public.plain-text")
        let item = Box<any NSSecureCoding>()
        provider.loadItem(forTypeIdentifier: "public.text") { value, _ in item.value = value }
        #expect((item.value as? NSString) == "abc" && load(provider, String.self) == "abc")
        #expect(NSItemProvider(item: nil, typeIdentifier: nil).registeredTypeIdentifiers.isEmpty)
    }

    @Test func a_file_is_written_for_its_reader() throws {
        let provider = NSItemProvider(object: "abc" as NSString)
        provider.suggestedName = "../note"
        let text = Box<String>(), name = Box<String>()
        provider.loadFileRepresentation(forTypeIdentifier: "public.text") { url, _ in
            text.value = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
            name.value = url?.lastPathComponent
        }
        #expect(text.value == "abc" && name.value == "note")
    }

    final class Note: NSObject, NSItemProviderWriting, NSItemProviderReading {
        let text: String
        init(_ text: String) { self.text = text }
        static var writableTypeIdentifiersForItemProvider: [String] { ["org.example.note", "public.utf8-plain-text"] }
        static var readableTypeIdentifiersForItemProvider: [String] { ["org.example.note"] }
        static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Note {
            Note(String(decoding: data, as: UTF8.self))
        }
        func loadData(
            withTypeIdentifier typeIdentifier: String,
            forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
        ) -> Progress? {
            completionHandler(Data(text.utf8), nil)
            return nil
        }
    }

    @Test func classes_of_a_program_are_read_from_their_data() throws {
        let note = Note("hello"), provider = NSItemProvider(object: note)
        let box = Box<any NSItemProviderReading>()
        provider.loadObject(ofClass: Note.self) { object, _ in box.value = object }
        let read = try #require(box.value as? Note)
        #expect(read !== note && read.text == "hello" && load(provider, String.self) == "hello")
    }
}
