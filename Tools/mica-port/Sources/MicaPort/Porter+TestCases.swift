import SwiftSyntax

// XCTest on Linux ends a run before its first test if all tests of a class are of the main actor and one of them throws: it
// casts the methods to functions of no actor. So such a class gets a function of its own behind it, which SwiftPM's list of the
// tests prefers to XCTest's (MicaTesting, MainActorTests). The list does not compile if some of its tests are asynchronous: no
// type of the language has them all. So these become synchronous tests that wait for their body.

extension Porter {
    /// Puts `testCase` for one class behind it, if it has a test of the main actor.
    func portTestCase(_ node: ClassDeclSyntax) {
        // SwiftPM lists only classes at file level.
        guard options.hasKit, scopes.isEmpty, node.genericParameterClause == nil,
            node.modifiers.allSatisfy({ !["private", "fileprivate"].contains($0.name.text) }),
            let chain = testCaseChain(node.name.text)
        else { return }
        if isOfMainActor(chain), chain.count == 1 { leaveOutCallsOfXCTest(in: node) }
        let name = node.name.text
        guard hasMainActorTests(name) else { return }
        // A second run finds the function of the first.
        guard
            !String(decoding: edits.source, as: UTF8.self).contains("func testCase<Body>(_ tests: [(String, (\(name))")
        else {
            return
        }
        // The type of a test's body depends on the language modes of the tests and of the list, and is not written down.
        insert(
            "; func testCase<Body>(_ tests: [(String, (\(name)) -> Body)]) -> XCTestCaseEntry "
                + "{ MicaTesting.mainActorTestCase(tests) }", after: node)
        impliedModules.formUnion(["MicaTesting", "XCTest"])
        count("tests of the main actor")
    }

    /// Makes an asynchronous test wait for its body, if it is one of a class with tests of the main actor.
    ///
    /// The body is in a closure, which keeps the test's name for `#function`.
    func portAsynchronousTest(_ node: FunctionDeclSyntax) {
        guard let effects = node.signature.effectSpecifiers, let asynchronous = effects.asyncSpecifier,
            let body = node.body, isAsynchronousTest(node)
        else { return }
        if let clause = effects.throwsClause {
            blank(asynchronous)
            if clause.type != nil { replace(clause, "throws") }
        } else {
            replace(asynchronous, "throws")
        }
        if let modifier = node.modifiers.first(where: { $0.name.text == "nonisolated" }) {
            replace(modifier, "@MainActor")
        } else if !node.attributes.contains(where: { $0.attributeName == "MainActor" }) {
            insert("@MainActor ", before: node)
        }
        insert(" try MicaTesting.wait(in: self) { @MainActor [self] () async throws -> Void in", after: body.leftBrace)
        insert("}", before: body.rightBrace)
        count("asynchronous test")
    }

    /// Whether a function is an asynchronous test of a class with tests of the main actor.
    func isAsynchronousTest(_ node: FunctionDeclSyntax) -> Bool {
        guard options.hasKit, scopes.count == 1, let name = scopes[0], node.name.text.hasPrefix("test"),
            node.signature.parameterClause.parameters.isEmpty, node.signature.effectSpecifiers?.asyncSpecifier != nil,
            node.modifiers.allSatisfy({ !["static", "class"].contains($0.name.text) })
        else { return false }
        return hasMainActorTests(name)
    }

    /// Whether a class is one of tests, and one of its own is of the main actor.
    private func hasMainActorTests(_ name: String) -> Bool {
        guard let chain = testCaseChain(name) else { return false }
        let isIsolated = isOfMainActor(chain)
        return index.type(name)?.members.contains {
            $0.name.hasPrefix("test") && $0.labels == [] && !$0.isStatic && (isIsolated || $0.isOfMainActor)
        } ?? false
    }

    private func isOfMainActor(_ chain: [String]) -> Bool { chain.contains { index.type($0)?.isOfMainActor ?? false } }

    /// Leaves out `try await super.setUp()` in a class of the main actor that inherits from XCTest's: its method is of no actor
    /// on Linux, so that Swift 6 refuses the call, and does nothing.
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

    /// `expect(file: "\(file)", …)`: Nimble's files are texts on Apple's systems, and StaticStrings on Linux, as XCTest's are.
    func portPlaceOfExpectation(_ node: FunctionCallExprSyntax) {
        guard options.hasKit, let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            ["expect", "expects", "expecta", "require", "unwrap", "fail", "waitUntil"].contains(name),
            let argument = node.arguments.first(where: { ["file", "filePath"].contains($0.label?.text) }),
            let text = argument.expression.as(StringLiteralExprSyntax.self), text.segments.count <= 3
        else { return }
        let parts = text.segments.filter { $0.trimmedDescription != "" }
        guard parts.count == 1, let inserted = parts.first?.as(ExpressionSegmentSyntax.self)?.expressions.first,
            inserted.label == nil, let value = inserted.expression.as(DeclReferenceExprSyntax.self),
            isStaticStringParameter(value.baseName.text, of: Syntax(node))
        else { return }
        replace(text, value.baseName.text)
        count("place of an expectation")
    }

    /// Whether a function around a node has a parameter of a name that is a StaticString.
    private func isStaticStringParameter(_ name: String, of node: Syntax) -> Bool {
        var next = node.parent
        while let current = next {
            if let function = current.as(FunctionDeclSyntax.self) {
                for parameter in function.signature.parameterClause.parameters
                where (parameter.secondName ?? parameter.firstName).text == name {
                    return parameter.type.trimmedDescription == "StaticString"
                }
            }
            next = current.parent
        }
        return false
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
