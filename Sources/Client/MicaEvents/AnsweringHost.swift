/// A host of windows that lets other programs ask for a text about them: `mica tree --accessibility`.
package protocol AnsweringHost: AnyObject {
    /// Answers other programs while the returned object lives; nil if the program may not listen.
    ///
    /// - Parameter text: The answer; called once for each program that asks.
    @MainActor func answer(_ text: @escaping @MainActor () -> String) -> AnyObject?
}
