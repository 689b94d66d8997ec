import XCTest

// XCTest on Linux casts the tests of a class to functions of no actor. Where all are of the main actor and one throws the
// cast fails, and the run ends before its first test. The porter puts functions that call `mainActorTestCase` behind such a class;
// SwiftPM's list of tests, which imports the class, prefers them to XCTest's. Asynchronous tests of such a class call `wait`.

/// The tests of one class.
///
/// - Parameter tests: names and methods. `Body` is a function without parameters and result that may be of the main actor and may throw.
///   Which of these it says depends on language modes, and no type of one mode names all of another.
public func mainActorTestCase<Case: XCTestCase, Body>(_ tests: [(String, (Case) -> Body)]) -> XCTestCaseEntry {
    let entries = tests.map { test -> (String, (XCTestCase) throws -> Void) in
        (
            test.0,
            { (object: XCTestCase) throws in
                guard let object = object as? Case, MemoryLayout<Body>.size == MemoryLayout<() throws -> Void>.size
                else {
                    return XCTFail("\(object) is no \(Case.self), or \(Body.self) is no function")
                }
                // Safe because: the functions that a body may be differ only in what the compiler checks. A function that does not throw
                // may be called as one that does, and XCTest runs these tests on the main thread.
                let body = unsafe unsafeBitCast(test.1(object), to: (@MainActor () throws -> Void).self)
                try MainActor.assumeIsolated { try body() }
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

extension XCTest {
    /// The object's class. On iOS XCTest's classes inherit it from NSObject.
    public var classForCoder: AnyClass { type(of: self) }
}
