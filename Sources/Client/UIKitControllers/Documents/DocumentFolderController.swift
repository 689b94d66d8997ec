import CoreGraphics
import Foundation
import UIKitCore
import UIKitLists

/// A file or a folder in a document picker's list.
struct DocumentEntry {
    let url: URL
    let isFolder: Bool
    /// The identifier of the type.
    let type: String

    init(_ url: URL) {
        self.url = url
        isFolder = (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
        type = isFolder ? "public.folder" : ContentType.type(ofExtension: url.pathExtension)
    }

    /// The name in the list.
    func name(withExtension: Bool) -> String {
        withExtension || isFolder ? url.lastPathComponent : url.deletingPathExtension().lastPathComponent
    }

    /// The visible contents of a folder: folders first, then files, each by name. Empty for a folder that cannot be read.
    static func all(in folder: URL) -> [DocumentEntry] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles)
        return (found ?? []).map(DocumentEntry.init).sorted { one, other in
            if one.isFolder != other.isFolder { return one.isFolder }
            let order = one.url.lastPathComponent.localizedCaseInsensitiveCompare(other.url.lastPathComponent)
            return order == .orderedAscending
        }
    }
}

/// The list of one folder in a document picker.
final class DocumentFolderController: UITableViewController {
    private let folder: URL
    private unowned let picker: UIDocumentPickerViewController
    private let entries: [DocumentEntry]
    private var chosen: Set<Int> = []

    init(_ folder: URL, of picker: UIDocumentPickerViewController) {
        (self.folder, self.picker) = (folder, picker)
        entries = DocumentEntry.all(in: folder)
        super.init(style: .plain)
        title = folder.lastPathComponent
        var items = [
            UIBarButtonItem(systemItem: .cancel, primaryAction: UIAction { [weak picker] _ in picker?.cancel() })
        ]
        if picker.picksFolders || picker.allowsMultipleSelection {
            let open = UIAction(title: "Open") { [weak self] _ in self?.pickChosen() }
            items.append(UIBarButtonItem(title: nil, image: nil, primaryAction: open, menu: nil))
        }
        navigationItem.rightBarButtonItems = items
        update()
    }

    required init?(coder: NSCoder) { nil }

    /// Opens the marked documents, or this folder if none is marked.
    private func pickChosen() {
        let urls = chosen.sorted().map { entries[$0].url }
        picker.pick(urls.isEmpty ? [folder] : urls)
    }

    private func update() {
        guard let open = navigationItem.rightBarButtonItems?.dropFirst().first else { return }
        open.isEnabled = !chosen.isEmpty || picker.picksFolders
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { entries.count }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell =
            tableView.dequeueReusableCell(withIdentifier: "entry")
            ?? UITableViewCell(style: .default, reuseIdentifier: "entry")
        let entry = entries[indexPath.row]
        let isUsable = entry.isFolder || picker.accepts(entry)
        var content = cell.defaultContentConfiguration()
        content.text = entry.name(withExtension: picker.shouldShowFileExtensions)
        content.textProperties.color = isUsable ? .label : .tertiaryLabel
        content.image = UIImage(systemName: entry.isFolder ? "folder" : "doc")
        cell.contentConfiguration = content
        cell.accessoryType =
            chosen.contains(indexPath.row) ? .checkmark : entry.isFolder ? .disclosureIndicator : .none
        return cell
    }

    override func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        let entry = entries[indexPath.row]
        return entry.isFolder || picker.accepts(entry) ? indexPath : nil
    }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        let entry = entries[indexPath.row]
        if entry.isFolder {
            navigationController?.pushViewController(DocumentFolderController(entry.url, of: picker), animated: true)
        } else if picker.allowsMultipleSelection {
            chosen.formSymmetricDifference([indexPath.row])
            tableView.reloadRows(at: [indexPath], with: .none)
            update()
        } else {
            picker.pick([entry.url])
        }
    }
}
