// A programmer's error ends the program with a sentence. `precondition` and `preconditionFailure` print theirs in debug
// builds only.

/// Ends the program with a sentence on standard error, in release builds too, unless a condition holds.
///
/// For errors of the programmer at public entry points. docs/stops.md lists the places; data from outside reaches none
/// of them.
///
/// - Parameters:
///   - condition: The requirement on the caller; the program ends if it is false.
///   - reason: Why the program ends, with the values at fault.
///   - function: The public function, in the words of its caller.
package func requires(
    _ condition: @autoclosure () -> Bool, _ reason: @autoclosure () -> String, function: StaticString = #function,
    file: StaticString = #fileID, line: UInt = #line
) {
    guard condition() else { stopProgram(reason(), function: function, file: file, line: line) }
}

/// Ends the program with a sentence on standard error, in release builds too.
///
/// *Source*: `fatalError` is the one of Swift's stops whose text is in every build ("Programming errors", the Swift
/// documentation of `fatalError(_:file:line:)` and `preconditionFailure(_:file:line:)`).
package func stopProgram(
    _ reason: @autoclosure () -> String, function: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
) -> Never {
    fatalError("Mica: \(function): \(reason())", file: file, line: line)
}
