import XCTest

// XCTest on Linux casts the tests of a class to functions of no actor. Where all are of the main actor and one throws the
// cast fails, and the run ends before its first test. The porter puts functions that call `mainActorTestCase` behind such a class;
// SwiftPM's list of tests, which imports the class, prefers them to XCTest's. Asynchronous tests of such a class call `wait`.

/// The tests of one class.
///
/// - Parameters:
///   - tests: names and methods. Nothing is cast: a function type of one language mode is not that of another.
///   - call: calls a method's body on the main actor; XCTest runs synchronous tests on the main thread.
public func mainActorTestCase<Case: XCTestCase, Body>(
    _ tests: [(String, (Case) -> Body)], _ call: @escaping (Body) throws -> Void
) -> XCTestCaseEntry {
    let entries = tests.map { test -> (String, (XCTestCase) throws -> Void) in
        (
            test.0,
            { (object: XCTestCase) throws in
                guard let object = object as? Case else { return XCTFail("\(object) is no \(Case.self)") }
                try call(test.1(object))
            }
        )
    }
    return (Case.self, entries)
}

/// Runs the body of an asynchronous test, and waits for it as XCTest does for one: the main run loop turns.
public func wait(in test: XCTestCase, for body: @escaping @MainActor () async throws -> Void) throws {
    let run: (XCTestCase) -> () throws -> Void = asyncTest { _ in body }
    try run(test)()
}
