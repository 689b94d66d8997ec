import Foundation
import MicaScripts
import Testing
import UIKit

@testable import UIKitControllers
@testable import UIKitCore

/// The list of files that a user picks from. *Source*: Apple, UIDocumentPickerViewController.
@MainActor @Suite(.serialized) struct DocumentPickerTests {
    private final class Teller: NSObject, UIDocumentPickerDelegate {
        var picked: [URL] = []
        var cancels = 0
        func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
            picked = urls
        }
        func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) { cancels += 1 }
    }

    private let teller = Teller()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    /// Shows a picker of a folder with `b.txt`, `a.png`, `.hidden` and `sub/c.txt`.
    private func show(_ types: [String], _ mode: UIDocumentPickerMode, several: Bool = false) throws -> ControllerStage
    {
        let sub = folder.appendingPathComponent("sub")
        try FileManager.default.createDirectory(at: sub, withIntermediateDirectories: true)
        for name in ["b.txt", "a.png", ".hidden", "sub/c.txt"] {
            try Data(name.utf8).write(to: folder.appendingPathComponent(name))
        }
        let picker = UIDocumentPickerViewController(documentTypes: types, in: mode)
        picker.delegate = teller
        picker.directoryURL = folder
        picker.allowsMultipleSelection = several
        let stage = ControllerStage(PlainController("root"))
        stage.act { stage.window.rootViewController?.present(picker, animated: false) }
        stage.pass(0.5)
        return stage
    }

    private func tap(_ text: String, _ stage: ControllerStage) throws {
        try stage.play("tap \"\(text)\" by touch")
    }

    private func finish() { try? FileManager.default.removeItem(at: folder) }

    @Test func a_file_of_a_type_is_picked_and_the_picker_leaves() throws {
        let stage = try show(["public.text"], .open)
        defer { finish() }
        try tap("a", stage)
        #expect(teller.picked.isEmpty, "a picture is no text")
        try tap("sub", stage)
        try tap("c", stage)
        #expect(teller.picked.map(\.lastPathComponent) == ["c.txt"] && teller.cancels == 0)
        #expect(teller.picked.first?.deletingLastPathComponent().lastPathComponent == "sub", "the document itself")
        #expect(stage.window.rootViewController?.presentedViewController == nil)
    }

    @Test func an_imported_file_is_a_copy() throws {
        let stage = try show(["public.data"], .import)
        defer { finish() }
        try tap("b", stage)
        let copy = try #require(teller.picked.first)
        #expect(copy.lastPathComponent == "b.txt" && !copy.path.hasPrefix(folder.path))
        #expect(try String(contentsOf: copy, encoding: .utf8) == "b.txt")
        try FileManager.default.removeItem(at: copy.deletingLastPathComponent())
    }

    @Test func several_files_are_opened_by_the_button() throws {
        let stage = try show(["public.item"], .open, several: true)
        defer { finish() }
        try tap("a", stage)
        try tap("b", stage)
        #expect(teller.picked.isEmpty)
        try tap("Open", stage)
        #expect(teller.picked.map(\.lastPathComponent) == ["a.png", "b.txt"])
    }

    @Test func a_folder_is_picked_where_folders_are_wanted() throws {
        let stage = try show(["public.directory"], .open)
        defer { finish() }
        try tap("sub", stage)
        try tap("Open", stage)
        #expect(teller.picked.map(\.lastPathComponent) == ["sub"])
    }

    @Test func cancelling_gives_nothing() throws {
        let stage = try show(["public.data"], .open)
        defer { finish() }
        try tap("Cancel", stage)
        #expect(teller.picked.isEmpty && teller.cancels == 1)
        #expect(stage.window.rootViewController?.presentedViewController == nil)
    }

    @Test func a_folder_that_cannot_be_read_is_empty() {
        #expect(DocumentEntry.all(in: URL(fileURLWithPath: "/nowhere/at/all")).isEmpty)
    }
}
