import CoreGraphics
import Foundation
import MicaTrace
import UIKitCore
import UIKitLists

/// Lets a user pick documents, or a folder, among the files of the machine.
///
/// It is a plain list of folders and files, without recent documents, tags, search and servers; it is not the desktop's own
/// dialogue. It opens documents and does not export any. Types are named by their identifiers
/// (`public.png`), of which a table of common ones is known; a file of no known type counts as `public.data`.
///
/// *Source*: Apple, UIDocumentPickerViewController.
open class UIDocumentPickerViewController: UIViewController {
    /// Gets the documents; nil for none.
    open weak var delegate: (any UIDocumentPickerDelegate)?
    /// What is done with the documents.
    public let documentPickerMode: UIDocumentPickerMode
    /// The identifiers of the types that can be picked.
    private let types: [String]
    /// Whether several documents can be picked; false at first. Set it before the picker is shown.
    open var allowsMultipleSelection = false
    /// Whether names are shown with their extensions; false at first. Set it before the picker is shown.
    open var shouldShowFileExtensions = false
    /// The folder that is shown first; nil for the user's home. Set it before the picker is shown.
    open var directoryURL: URL?
    private let stack = UINavigationController()

    /// Makes a picker.
    ///
    /// - Parameters:
    ///   - documentTypes: The identifiers of the types that can be picked. A folder can be picked if `public.folder` is of one
    ///     of them.
    ///   - mode: What is done with the documents.
    public init(documentTypes allowedUTIs: [String], in mode: UIDocumentPickerMode) {
        (types, documentPickerMode) = (allowedUTIs, mode)
        super.init(nibName: nil, bundle: nil)
    }

    /// There is no archive of pickers: nil.
    public required init?(coder: NSCoder) { nil }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addChild(stack)
        stack.view.frame = view.bounds
        stack.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(stack.view)
        stack.didMove(toParent: self)
        let home = FileManager.default.homeDirectoryForCurrentUser
        stack.setViewControllers([DocumentFolderController(directoryURL ?? home, of: self)], animated: false)
    }

    /// Whether a file or a folder can be picked.
    final func accepts(_ document: DocumentEntry) -> Bool {
        types.contains { ContentType.conforms(document.type, to: $0) }
    }

    /// Whether folders can be picked.
    final var picksFolders: Bool { types.contains { ContentType.conforms("public.folder", to: $0) } }

    /// Closes the picker without documents.
    final func cancel() {
        leave()
        delegate?.documentPickerWasCancelled(self)
    }

    /// Closes the picker and gives the documents to the delegate. A document that cannot be copied is left out, with a
    /// message; without any the picker counts as cancelled.
    final func pick(_ urls: [URL]) {
        leave()
        let given = documentPickerMode == .import ? urls.compactMap(Self.copy) : urls
        if given.isEmpty {
            delegate?.documentPickerWasCancelled(self)
        } else {
            delegate?.documentPicker(self, didPickDocumentsAt: given)
        }
    }

    private func leave() { if presentingViewController != nil { dismiss(animated: true) } }

    /// A copy in the folder for temporary files; nil, with a message, if it cannot be made.
    private static func copy(_ url: URL) -> URL? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + "-Inbox")
        let place = folder.appendingPathComponent(url.lastPathComponent)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: url, to: place)
            return place
        } catch {
            Notices.say("UIDocumentPickerViewController: \(url.path) cannot be copied: \(error.localizedDescription)")
            return nil
        }
    }
}
