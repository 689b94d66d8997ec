import XCTest

// XCTest on Linux casts the tests of a class to functions of no actor. Where all are of the main actor and one throws the
// cast fails, and the run ends before its first test. The porter puts functions that call these behind such a class; SwiftPM's
// list of tests, which imports the class, prefers them to XCTest's.

/// The tests of one class, all called on the main actor: XCTest runs synchronous tests on the main thread.
public func mainActorTestCase<Case: XCTestCase>(
    _ tests: [(String, (Case) -> @MainActor () throws -> Void)]
) -> XCTestCaseEntry {
    let entries = tests.map { test -> (String, (XCTestCase) throws -> Void) in
        (
            test.0,
            { (object: XCTestCase) throws in
                guard let object = object as? Case else { return XCTFail("\(object) is no \(Case.self)") }
                let body = test.1(object)
                try MainActor.assumeIsolated { try body() }
            }
        )
    }
    return (Case.self, entries)
}

/// The tests of one class, none of which throws, all called on the main actor.
public func mainActorPlainTestCase<Case: XCTestCase>(
    _ tests: [(String, (Case) -> @MainActor () -> Void)]
) -> XCTestCaseEntry {
    mainActorTestCase(
        tests.map { test -> (String, (Case) -> @MainActor () throws -> Void) in
            (
                test.0,
                { object in
                    let body = test.1(object)
                    return { body() }
                }
            )
        })
}

/// An asynchronous test as XCTest waits for it, in the form of a synchronous test of the main actor.
public func mainActorAsyncTest<Case: XCTestCase>(
    _ test: @escaping (Case) -> () async throws -> Void
) -> (Case) -> @MainActor () throws -> Void {
    let waiting: (Case) -> () throws -> Void = asyncTest(test)
    return { object in
        nonisolated(unsafe) let run = waiting(object)
        return { unsafe try run() }
    }
}
