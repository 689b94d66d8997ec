import XCTest

// XCTest on Linux casts the tests of a class to functions of no actor. Where all are of the main actor and one throws the
// cast fails, and the run ends before its first test. The porter puts functions that call these behind such a class; SwiftPM's
// list of tests, which imports the class, prefers them to XCTest's.

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

/// An asynchronous test as XCTest waits for it, in the form of a synchronous test of the main actor.
public func mainActorAsyncTest<Case: XCTestCase>(
    _ test: @escaping (Case) -> () async throws -> Void
) -> (Case) -> @MainActor @Sendable () throws -> Void {
    let waiting: (Case) -> () throws -> Void = asyncTest(test)
    return { object in
        // Safe because: it is made and called on the thread of the test, and only there.
        nonisolated(unsafe) let run = waiting(object)
        return { unsafe try run() }
    }
}
