import SwiftSyntax

// XCTest on Linux ends a run before its first test if all tests of a class are of the main actor and one of them throws: it
// casts the methods to functions of no actor. A class whose tests are asynchronous in part does not compile then. So such a
// class gets functions of its own behind it, which SwiftPM's list of the tests prefers to XCTest's (MicaTesting, MainActorTests).

extension Porter {
    /// Puts `testCase` and `asyncTest` for one class behind it, if it has a synchronous test of the main actor.
    func portTestCase(_ node: ClassDeclSyntax) {
        // SwiftPM lists only classes at file level.
        guard options.hasKit, scopes.isEmpty, importsTests, node.genericParameterClause == nil,
            node.modifiers.allSatisfy({ !["private", "fileprivate"].contains($0.name.text) }),
            let chain = testCaseChain(node.name.text)
        else { return }
        let isIsolated = chain.contains { index.type($0)?.isOfMainActor ?? false }
        if isIsolated, chain.count == 1 { leaveOutCallsOfXCTest(in: node) }
        let tests = index.type(node.name.text)?.members.filter {
            $0.name.hasPrefix("test") && $0.labels == [] && !$0.isStatic
        }
        guard let tests, tests.contains(where: { isIsolated || $0.isOfMainActor }) else { return }
        let name = node.name.text
        // A second run finds the functions of the first.
        guard !String(decoding: edits.source, as: UTF8.self).contains("func testCase(_ tests: [(String, (\(name))")
        else {
            return
        }
        insert(
            "; func testCase(_ tests: [(String, (\(name)) -> @MainActor () throws -> Void)]) -> XCTestCaseEntry "
                + "{ MicaTesting.mainActorTestCase(tests) { body in try MainActor.assumeIsolated { try body() } } }"
                + "; func testCase(_ tests: [(String, (\(name)) -> @MainActor () -> Void)]) -> XCTestCaseEntry "
                + "{ MicaTesting.mainActorTestCase(tests) { body in MainActor.assumeIsolated { body() } } }"
                + "; func asyncTest(_ test: @escaping (\(name)) -> () async throws -> Void) "
                + "-> (\(name)) -> @MainActor @Sendable () throws -> Void { MicaTesting.mainActorAsyncTest(test) }",
            after: node)
        impliedModules.insert("MicaTesting")
        count("tests of the main actor")
    }

    /// Leaves out `try await super.setUp()` in a class of the main actor that inherits from XCTest's: its method is of no actor on Linux, so
    /// that Swift 6 refuses the call, and does nothing.
    private func leaveOutCallsOfXCTest(in node: ClassDeclSyntax) {
        for member in node.memberBlock.members {
            guard let method = member.decl.as(FunctionDeclSyntax.self),
                ["setUp", "tearDown"].contains(method.name.text),
                method.signature.effectSpecifiers?.asyncSpecifier != nil
            else { continue }
            for statement in method.body?.statements ?? [] {
                let words = statement.item.trimmedDescription.split(separator: " ").filter { $0 != "try" }
                guard words == ["await", "super.\(method.name.text)()"] else { continue }
                replace(statement.item, "")
                count("call of XCTest's setUp")
            }
        }
    }

    /// The classes from one up to XCTest's; nil if it is no class of tests.
    private func testCaseChain(_ name: String) -> [String]? {
        var (chain, next) = ([String](), name)
        while !chain.contains(next) {
            chain.append(next)
            guard let type = index.type(next), type.isClass, let parent = type.inherited.first else { return nil }
            if ["XCTestCase", "XCTest.XCTestCase", "FBSnapshotTestCase"].contains(parent) { return chain }
            next = parent
        }
        return nil
    }
}

/// The modules of FBSnapshotTestCase, which are Objective-C's: MicaTesting has the class and the functions.
///
/// *Source*: the modules' names in Facebook's and Uber's packages.
enum SnapshotTestCase {
    static let modules = ["FBSnapshotTestCase", "iOSSnapshotTestCase", "iOSSnapshotTestCaseCore"]
}
