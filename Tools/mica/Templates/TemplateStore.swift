import Foundation
import MicaDocuments
import Synchronization

/// The templates of a worker, each read once for as long as its file stays as it is.
final class TemplateStore: Sendable {
    private struct Entry {
        var template: DocumentTemplate
        var date: Date?
        var used: Int
    }

    /// The most templates that are kept.
    private static let limit = 64

    private let options: RowOptions
    private let entries = Mutex<(list: [String: Entry], count: Int)>(([:], 0))

    init(options: RowOptions) { self.options = options }

    /// The template of a path.
    ///
    /// - Throws: `CommandFailure` with the reason.
    func template(_ path: String) throws -> DocumentTemplate {
        let date = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        let known = entries.withLock { entries -> DocumentTemplate? in
            entries.count += 1
            guard let entry = entries.list[path], entry.date == date else { return nil }
            entries.list[path]?.used = entries.count
            return entry.template
        }
        if let known { return known }
        let template = try options.template(path)
        entries.withLock { entries in
            entries.list[path] = Entry(template: template, date: date, used: entries.count)
            guard entries.list.count > Self.limit else { return }
            let oldest = entries.list.min { $0.value.used < $1.value.used }
            if let oldest { entries.list[oldest.key] = nil }
        }
        return template
    }
}
