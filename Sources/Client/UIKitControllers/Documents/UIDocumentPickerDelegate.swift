import Foundation
import UIKitCore

/// What is done with the documents that a user picks; raw values are Apple's.
public enum UIDocumentPickerMode: UInt, Sendable {
    /// They are copied: the program gets the copies, in its folder for temporary files.
    case `import` = 0
    /// The program gets the documents themselves.
    case open = 1
}

/// Gets the documents that a user picks.
///
/// On Linux, protocols have no optional methods: each method has a default body.
/// *Source*: Apple, UIDocumentPickerDelegate.
@preconcurrency @MainActor public protocol UIDocumentPickerDelegate: NSObjectProtocol {
    /// The user has picked documents, or a folder. The picker is being dismissed.
    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
    /// The user has picked a document: the method before iOS 11.
    func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentAt url: URL)
    /// The user has closed the picker without picking.
    func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

extension UIDocumentPickerDelegate {
    /// Calls `documentPicker(_:didPickDocumentAt:)` for each.
    public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
        for url in urls { documentPicker(controller, didPickDocumentAt: url) }
    }
    /// Does nothing.
    public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentAt url: URL) {}
    /// Does nothing.
    public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}
