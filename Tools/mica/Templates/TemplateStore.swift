import MicaBase
import MicaDocuments
import Synchronization

/// The templates of a worker, each read once for as long as its file stays as it is.
final class TemplateStore: Sendable {
    private struct Entry {
        var template: DocumentTemplate
        var stamp: FileStamp?
    }

    /// The most templates that are kept.
    private static let limit = 64

    private let options: RowOptions
    private let entries = Mutex(BudgetedCache<String, Entry>(budget: TemplateStore.limit))

    init(options: RowOptions) { self.options = options }

    /// The template of a path.
    ///
    /// - Throws: `CommandFailure` with the reason.
    func template(_ path: String) throws -> DocumentTemplate {
        let stamp = try? FileStamp(path)
        if let known = entries.withLock({ $0.value(path) }), known.stamp == stamp { return known.template }
        let template = try options.template(path)
        entries.withLock { $0.insert(Entry(template: template, stamp: stamp), for: path, bytes: 1) }
        return template
    }
}
