import Foundation
import QuartzCore

/// What became of a row.
public struct TemplateOutcome<Value: Sendable>: Sendable {
    /// The row.
    public let row: TemplateRow
    /// How long it took, in seconds.
    public let seconds: Double
    /// What the program made of it, or why it could not.
    public let result: Result<Value, any Error>
}

extension DocumentTemplate {
    /// Draws rows in tasks, a number of them at once; a row that fails stops no other.
    ///
    /// Rows are read as tasks become free, so that memory does not grow with their number. When the calling task is
    /// cancelled, no further row is begun.
    ///
    /// ```swift
    /// let template = try DocumentTemplate("card.json")
    /// try await template.draw(try TemplateRows("people.csv")) { row, document in
    ///     try LayerRenderer(layer: document.rootLayer, threads: 1).write(to: "cards/\(row.id).png")
    /// } each: { outcome in
    ///     if case .failure(let error) = outcome.result { print(error.localizedDescription) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The rows, in their order.
    ///   - mapping: How columns become values.
    ///   - jobs: The most rows that are drawn at once; nil: one a core.
    ///   - draw: Makes something of a row and its document, in a task of its own.
    ///   - each: Called in the caller's isolation for each row, in the order in which rows are finished.
    /// - Throws: What `each` throws, and `CancellationError`.
    public nonisolated(nonsending) func draw<Value: Sendable>(
        _ rows: some Sequence<TemplateRow>, mapping: TemplateMapping = TemplateMapping(), jobs: Int? = nil,
        _ draw: @escaping @Sendable (TemplateRow, Document) throws -> Value,
        each: (TemplateOutcome<Value>) async throws -> Void
    ) async throws {
        let most = max(1, jobs ?? ProcessInfo.processInfo.activeProcessorCount)
        var (iterator, running) = (rows.makeIterator(), 0)
        try await withThrowingTaskGroup(of: TemplateOutcome<Value>.self) { group in
            while true {
                try Task.checkCancellation()
                while running < most, let row = iterator.next() {
                    group.addTask { self.outcome(of: row, mapping, draw) }
                    running += 1
                }
                guard let outcome = try await group.next() else { return }
                running -= 1
                try await each(outcome)
            }
        }
    }

    private func outcome<Value>(
        of row: TemplateRow, _ mapping: TemplateMapping, _ draw: (TemplateRow, Document) throws -> Value
    ) -> TemplateOutcome<Value> {
        let start = ContinuousClock.now
        let result = Result { try draw(row, document(for: row, mapping: mapping)) }
        // Layers that were not drawn wait in the thread's transaction otherwise.
        CATransaction.flush()
        return TemplateOutcome(row: row, seconds: (ContinuousClock.now - start) / .seconds(1), result: result)
    }
}
