import SwiftSyntax

// How it works.
//
// iOS sources use what the compiler refuses where there is no Objective-C runtime: `@objc`, `#selector`, `#keyPath`,
// optional requirements, overrides in extensions. A `Porter` walks the tree of one source and collects changes of bytes,
// none of which crosses a line, so that the compiler names the original's lines. What it writes has the same meaning with
// Mica's `Selector` and `NotImplemented` (docs/porting.md). A first walk over all sources (`SourceIndex`) tells it what a
// bare `#selector(tap)` means, which requirements are optional, and which class an extension's overrides belong to.
//
// It leaves constructs that it does not understand as they are, and reports work for the author (`Finding`).

/// The package's settings.
public struct PortOptions: Sendable, Equatable {
    /// Treats `os(iOS)` in `#if` as true.
    public var treatsIOSAsTrue = false
    /// Treats `os(iOS)` as true in the packages that are for iOS: those with a source that imports UIKit.
    public var findsIOSPackages = false
    /// Whether the packages are compiled against Mica's kit, so that `MicaTesting` can be imported.
    public var hasKit = false
    /// Modules that the packages have themselves, although Apple's have the same names.
    public var ownModules: Set<String> = []

    /// Makes the options of a package that asks for nothing.
    public init() {}
}

/// Walks one source and collects its changes.
final class Porter: SyntaxVisitor {
    let options: PortOptions
    let index: SourceIndex
    let number: Int
    let converter: SourceLocationConverter
    let conditions: Conditions
    var edits: LineEdits
    var findings: [Finding] = []
    /// Modules whose imports are left out.
    var absentModules: Set<String> = []
    /// The modules that are not there, but imported on some platform.
    var importedAnywhere: Set<String> = []
    /// Whether each module that the source imports is left out, and none of the imports was visited.
    private var importsOnlyAbsentModules = false
    /// The same, also after a use was reported.
    private(set) var leftOutModules: Set<String> = []
    var done: [String: Int] = [:]
    /// Whether the result names a type of Mica's lowest client module.
    var usesMica = false
    /// The modules of which it names something that is imported with others on iOS.
    var impliedModules: Set<String> = []
    /// Whether it names a type that Mica declares members of again.
    var usesTimers = false
    /// Changes of other files: by the number of the file, at the opening brace of a class.
    var insertions: [ClassInsertion] = []
    /// Whether the types that a source declares in place of XCTest's come from Mica.
    private let hasOwnLinuxTypes: Bool

    /// Whether the source has UIKit's names.
    private(set) var importsUIKit = false
    /// How many extensions of a type have got a table for nibs here.
    var nibExtensions: [String: Int] = [:]

    /// Names of the types around; nil for a function or closure, inside of which a type is no member of them.
    var scopes: [String?] = []
    /// Extensions that give the protocols of the declaration at file level their defaults.
    private var defaults: [String] = []
    private var protocols: [(access: String?, name: String, defaults: [String])] = []

    init(
        _ tree: SourceFileSyntax, source: [UInt8], number: Int, index: SourceIndex, options: PortOptions,
        umbrella: [String] = []
    ) {
        importsUIKit = umbrella.contains("UIKit")
        (self.number, self.index, self.options) = (number, index, options)
        hasOwnLinuxTypes = options.treatsIOSAsTrue && options.hasKit
        conditions = Conditions(treatsIOSAsTrue: options.treatsIOSAsTrue)
        converter = SourceLocationConverter(fileName: "", tree: tree)
        edits = LineEdits(source: source)
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: Changes

    func range(_ node: some SyntaxProtocol) -> Range<Int> {
        node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    }
    func replace(_ node: some SyntaxProtocol, _ text: String) { edits.replace(range(node), with: text) }
    /// Puts spaces in place of removed text, so that the columns behind it stay.
    func blank(_ node: some SyntaxProtocol) {
        replace(node, String(repeating: " ", count: node.trimmedLength.utf8Length))
    }
    func insert(_ text: String, before node: some SyntaxProtocol) { edits.insert(text, at: range(node).lowerBound) }
    func insert(_ text: String, after node: some SyntaxProtocol) { edits.insert(text, at: range(node).upperBound) }
    func count(_ construct: String) { done[construct, default: 0] += 1 }
    func report(_ node: some SyntaxProtocol, _ construct: String, _ advice: String) {
        let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
        findings.append(Finding(line: location.line, column: location.column, construct: construct, advice: advice))
    }

    /// The full name of the type that a declaration is a member of; empty at file level and in a function.
    var owner: String { Self.fullName(scopes[...]) }

    /// The full name of the type whose `self` is meant in an expression; empty outside of types.
    var enclosingType: String {
        Self.fullName(scopes[...(scopes.lastIndex { $0 != nil } ?? -1)])
    }

    private static func fullName(_ scopes: ArraySlice<String?>) -> String {
        scopes.reversed().prefix { $0 != nil }.compactMap { $0 }.reversed().joined(separator: ".")
    }

    // MARK: Imports

    override func visit(_ node: SourceFileSyntax) -> SyntaxVisitorContinueKind {
        if index.leftOutFiles.contains(number) {
            replace(node, "")
            count("source left out")
            return .skipChildren
        }
        let imports = ImportFinder(viewMode: .sourceAccurate)
        imports.walk(node)
        if imports.modules.contains("UIKit") { importsUIKit = true }
        importsOnlyAbsentModules = imports.modules.allSatisfy {
            AbsentModule.all[$0] != nil && !options.ownModules.contains($0)
        }
        if options.hasKit {
            let finder = ImportFinder(viewMode: .sourceAccurate)
            finder.walk(node)
            importedAnywhere = finder.modules.filter { AbsentModule.all[$0] != nil }.subtracting(options.ownModules)
        }
        return .visitChildren
    }

    /// Apple's modules have submodules, a header each (`import UIKit.UIGestureRecognizerSubclass`); modules of Swift have none.
    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let module = node.path.first?.name.text else { return .skipChildren }
        if options.hasKit, SnapshotTestCase.modules.contains(module), !options.ownModules.contains(module) {
            replace(node.path, "MicaTesting; import XCTest; import UIKit")
            count("import \(module)")
            return .skipChildren
        }
        if AbsentModule.all[module] != nil, !options.ownModules.contains(module) {
            leaveOut(node, module)
        } else if node.importKindSpecifier == nil, node.path.count > 1, SourceScan.modules.contains(module) {
            replace(node.path, module)
            count("import of a submodule")
        }
        return .skipChildren
    }

    private func leaveOut(_ node: ImportDeclSyntax, _ module: String) {
        switch module {
        // The C library has another name here.
        case "Darwin": replace(node.path, "Glibc")
        // Mica's lowest client module has what these have.
        case "ObjectiveC", "CoreFoundation": replace(node.path, "CoreGraphics")
        default:
            // Apple's modules bring Foundation, which a source without other imports needs.
            replace(node, importsOnlyAbsentModules ? "import Foundation" : "")
            importsOnlyAbsentModules = false
            absentModules.insert(module)
            leftOutModules.insert(module)
        }
        count("import \(module)")
    }

    /// Reports the first use of each module whose import is left out: the compiler will refuse it.
    private func lookForAbsentModules(_ name: TokenSyntax) {
        if options.hasKit, ImpliedModule.ofKit.prefixes.contains(where: { name.text.hasPrefix($0) }) { return }
        for module in absentModules where AbsentModule.all[module]?.has(name.text) ?? false {
            absentModules.remove(module)
            report(
                name, module,
                "\(name.text) is \(module)'s, which Linux does not have: leave this source out, or replace it")
        }
    }

    // MARK: Attributes

    /// Attributes that do not compile, or that have no meaning here.
    static let dropped: Set<String> = [
        "objc", "objcMembers", "IBOutlet", "IBSegueAction", "GKInspectable",
    ]

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        let name = node.attributeName.trimmedDescription
        if Self.dropped.contains(name) {
            blank(node)
            count("@" + name)
            return .skipChildren
        }
        if name == "UIApplicationMain" || name == "NSApplicationMain" {
            replace(node, "@main")
            count("@" + name)
            return .skipChildren
        }
        // An action has one argument where there is no Objective-C, and is of the main actor.
        if name == "IBAction", let function = node.parent?.parent?.as(FunctionDeclSyntax.self),
            function.signature.parameterClause.parameters.count != 1
        {
            replace(node, "@MainActor")
            count("@IBAction")
            return .skipChildren
        }
        // What only Xcode's editor may name, the table for nibs names.
        if name == "available", let attributes = node.parent?.as(AttributeListSyntax.self),
            attributes.contains(where: { ["IBOutlet", "IBInspectable", "IBAction"].contains($0.attributeName ?? "") }),
            let arguments = node.arguments?.trimmedDescription, arguments.hasPrefix("*"),
            arguments.contains("unavailable")
        {
            blank(node)
            count("@available of a nib's name")
            return .skipChildren
        }
        // Of a property `portManaged` takes care.
        if name == "NSManaged", node.parent?.parent?.is(VariableDeclSyntax.self) != true {
            report(node, "@NSManaged", Advice.managed)
        }
        return .visitChildren
    }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        lookForOptional(node)
        return .skipChildren
    }

    // MARK: Types

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
        scopes.append(node.name.text)
        let inherited = dropsObservability(node) ? nil : node.inheritanceClause
        if leavesOut(node, heads: heads(node.genericParameterClause, inherited, node.genericWhereClause)) {
            return .skipChildren
        }
        addNibTable(node)
        return .visitChildren
    }
    override func visitPost(_ node: ClassDeclSyntax) {
        leaveType(node)
        portTestCase(node)
    }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
        scopes.append(node.name.text)
        // Xcode's previews are SwiftUI's.
        guard
            node.inheritanceClause?.inheritedTypes.contains(where: { $0.type.trimmedDescription == "PreviewProvider" })
                ?? false,
            !options.ownModules.contains("SwiftUI")
        else {
            return leavesOut(
                node, heads: heads(node.genericParameterClause, node.inheritanceClause, node.genericWhereClause))
                ? .skipChildren : .visitChildren
        }
        replace(node, "")
        count("preview")
        return .skipChildren
    }
    override func visitPost(_ node: StructDeclSyntax) { leaveType(node) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
        scopes.append(node.name.text)
        return leavesOut(
            node, heads: heads(node.genericParameterClause, node.inheritanceClause, node.genericWhereClause))
            ? .skipChildren : .visitChildren
    }
    override func visitPost(_ node: EnumDeclSyntax) { leaveType(node) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
        scopes.append(node.name.text)
        return .visitChildren
    }
    override func visitPost(_ node: ActorDeclSyntax) { leaveType(node) }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        scopes.append(node.extendedType.trimmedDescription)
        let heads = [
            Syntax(node.extendedType), node.inheritanceClause.map(Syntax.init),
            node.genericWhereClause.map(Syntax.init),
        ]
        if leavesOut(node, heads: heads) { return .skipChildren }
        addNibTable(node)
        return .visitChildren
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { leaveType(node) }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        scopes.append(node.name.text)
        let access = node.modifiers.map(\.name.text).first {
            ["public", "package", "private", "fileprivate"].contains($0)
        }
        protocols.append((access, owner, []))
        let associated = node.memberBlock.members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self) }
        if leavesOut(
            node, heads: heads(nil, node.inheritanceClause, node.genericWhereClause) + associated.map(Syntax.init))
        {
            return .skipChildren
        }
        if node.attributes.contains(where: { $0.attributeName == "objc" }) { bindToClasses(node) }
        return .visitChildren
    }
    override func visitPost(_ node: ProtocolDeclSyntax) {
        if let last = protocols.popLast(), !last.defaults.isEmpty {
            let members = last.defaults.joined(separator: "; ")
            defaults.append("\(last.access.map { $0 + " " } ?? "")extension \(last.name) { \(members) }")
        }
        leaveType(node)
    }

    private func heads(
        _ parameters: GenericParameterClauseSyntax?, _ inherited: InheritanceClauseSyntax?,
        _ requirements: GenericWhereClauseSyntax?
    ) -> [Syntax?] {
        [parameters.map(Syntax.init), inherited.map(Syntax.init), requirements.map(Syntax.init)]
    }

    private func leaveType(_ node: some SyntaxProtocol) {
        scopes.removeLast()
        guard scopes.isEmpty, !defaults.isEmpty else { return }
        insert("; " + defaults.joined(separator: "; "), after: node)
        defaults = []
    }

    /// Only objects conform to a protocol of Objective-C.
    private func bindToClasses(_ node: ProtocolDeclSyntax) {
        guard let clause = node.inheritanceClause else { return insert(": AnyObject", after: node.name) }
        let known: Set<String> = ["AnyObject", "class", "NSObjectProtocol"]
        let names = clause.inheritedTypes.map { $0.type.trimmedDescription }
        let areObjects = names.contains { known.contains($0) || $0.hasSuffix("Delegate") || $0.hasSuffix("DataSource") }
        if !areObjects, let first = clause.inheritedTypes.first { insert("AnyObject, ", before: first) }
    }

    /// Gives a requirement of the protocol around a default.
    func addDefault(_ text: String) { protocols[protocols.count - 1].defaults.append(text) }
    var isInProtocol: Bool { protocols.last?.name == owner && !protocols.isEmpty }

    // MARK: Functions

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if skipsTest(node) {
            scopes.append(nil)
            return .skipChildren
        }
        if leavesOut(
            node, heads: [Syntax(node.signature)] + heads(node.genericParameterClause, nil, node.genericWhereClause))
        {
            scopes.append(nil)
            return .skipChildren
        }
        portMember(node)
        portInheritedMethod(node)
        portAsynchronousTest(node)
        if node.name.text == "observeValue", !sourceObservesViews,
            node.signature.parameterClause.labels == ["forKeyPath", "of", "change", "context"]
        {
            report(node.name, "KVO", Advice.observation)
        }
        scopes.append(nil)
        return .visitChildren
    }
    override func visitPost(_ node: FunctionDeclSyntax) { scopes.removeLast() }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        leavesOut(
            node, heads: [Syntax(node.signature)] + heads(node.genericParameterClause, nil, node.genericWhereClause))
            ? .skipChildren : .visitChildren
    }
    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        leavesOut(node, heads: [Syntax(node.initializer)]) ? .skipChildren : .visitChildren
    }
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        // A closure gives its surroundings on: only its types are of no type around.
        .visitChildren
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        leavesOutBranch(node) ? .skipChildren : .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if leavesOut(node, heads: node.bindings.map { $0.typeAnnotation.map(Syntax.init) }) { return .skipChildren }
        portVariable(node)
        return .visitChildren
    }

    // MARK: Expressions

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        portMacro(
            pound: node.pound, name: node.macroName, leftParen: node.leftParen, arguments: node.arguments,
            whole: Syntax(node))
    }
    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
        portMacro(
            pound: node.pound, name: node.macroName, leftParen: node.leftParen, arguments: node.arguments,
            whole: Syntax(node))
    }

    private func portMacro(
        pound: TokenSyntax, name: TokenSyntax, leftParen: TokenSyntax?, arguments: LabeledExprListSyntax, whole: Syntax
    ) -> SyntaxVisitorContinueKind {
        if name.text == "Preview" {
            replace(whole, "")
            count("preview")
            return .skipChildren
        }
        // The types of these literals are UIKit's.
        if options.hasKit, ["colorLiteral", "imageLiteral"].contains(name.text) { impliedModules.insert("UIKit") }
        guard let leftParen, let argument = arguments.first, arguments.count == 1 else { return .visitChildren }
        switch name.text {
        case "selector":
            if portSelector(argument, leftParen: leftParen) {
                edits.replace(range(pound).lowerBound..<range(name).upperBound, with: "Selector")
                count("#selector")
                usesMica = true
            } else {
                report(whole, "#selector", "name the method as Type.method(_:), with its labels")
            }
            return .skipChildren
        case "keyPath":
            var parts = argument.expression.trimmedDescription.filter { !$0.isWhitespace }
                .split(separator: ".").map(String.init)
            while parts.count > 1, parts[0].first?.isUppercase == true || parts[0] == "self" { parts.removeFirst() }
            guard parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }) else {
                report(whole, "#keyPath", "write the path as a string")
                return .skipChildren
            }
            let text = "\"\(parts.joined(separator: "."))\""
            // The columns behind it stay, where spaces change nothing.
            let isOnOneLine = !whole.trimmedDescription.contains { $0.isNewline }
            let length = isOnOneLine ? whole.trimmedLength.utf8Length : 0
            let next = whole.nextToken(viewMode: .sourceAccurate)?.tokenKind
            let takesSpaces = [.comma, .rightParen, .rightSquare, .rightBrace].contains(next)
            replace(whole, text + String(repeating: " ", count: takesSpaces ? max(0, length - text.utf8.count) : 0))
            count("#keyPath")
            return .skipChildren
        default: return .visitChildren
        }
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        portTimer(node)
        portProcessInfo(node)
        portEmptyText(node)
        portClassDescription(node)
        portOptionalCall(node)
        portNamedSelector(node)
        portClassValue(node)
        portPlaceOfExpectation(node)
        lookForObservation(node)
        return .visitChildren
    }

    /// `Timer()` is `NSObject`'s initialiser on iOS: a timer that never fires.
    private func portTimer(_ node: FunctionCallExprSyntax) {
        guard node.calledExpression.trimmedDescription == "Timer", node.arguments.isEmpty, node.trailingClosure == nil,
            let rightParen = node.rightParen
        else { return }
        insert("timeInterval: 0, repeats: false, block: { _ in }", before: rightParen)
        count("Timer()")
    }

    /// `ProcessInfo()` is `NSObject`'s initialiser on iOS: a second object with the same values; Foundation on Linux keeps its own to
    /// itself.
    private func portProcessInfo(_ node: FunctionCallExprSyntax) {
        guard node.calledExpression.trimmedDescription == "ProcessInfo", node.arguments.isEmpty,
            node.trailingClosure == nil
        else { return }
        replace(node, "ProcessInfo.processInfo")
        count("ProcessInfo()")
    }

    /// `NSAttributedString()` is `NSObject`'s initialiser on iOS; Foundation on Linux does not inherit it.
    private func portEmptyText(_ node: FunctionCallExprSyntax) {
        guard ["NSAttributedString", "NSMutableAttributedString"].contains(node.calledExpression.trimmedDescription),
            node.arguments.isEmpty, node.trailingClosure == nil, let rightParen = node.rightParen
        else { return }
        insert("string: \"\"", before: rightParen)
        count("NSAttributedString()")
    }

    /// `type(of: object).description()` is a method of Objective-C's classes: the class's name. So is `Name.description()`, unless a
    /// type of the sources has a member of the name.
    private func portClassDescription(_ node: FunctionCallExprSyntax) {
        guard node.arguments.isEmpty, node.trailingClosure == nil,
            let member = node.calledExpression.as(MemberAccessExprSyntax.self),
            member.declName.baseName.text == "description", let base = member.base
        else { return }
        if let call = base.as(FunctionCallExprSyntax.self), call.calledExpression.trimmedDescription == "type",
            call.arguments.first?.label?.text == "of"
        {
            edits.replace(range(member.period).lowerBound..<range(node).upperBound, with: ")")
        } else if let type = base.as(MemberAccessExprSyntax.self), type.declName.baseName.text == "self",
            type.base?.lastIdentifier?.first?.isUppercase == true
        {
            edits.replace(range(member.period).lowerBound..<range(node).upperBound, with: ")")
        } else if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text, name.first?.isUppercase == true,
            index.members("description", of: name).allSatisfy({ $0.labels == nil })
        {
            edits.replace(range(member.period).lowerBound..<range(node).upperBound, with: ".self)")
        } else {
            return
        }
        insert("String(reflecting: ", before: base)
        count("description() of a class")
    }

    /// The C library has another name here.
    private func portLibraryName(_ node: DeclReferenceExprSyntax) {
        // Core Foundation's headers bring the C library's, as Foundation does here.
        let names = ["Darwin": "Glibc", "CoreFoundation": "Foundation"]
        guard let name = names[node.baseName.text], node.parent?.as(MemberAccessExprSyntax.self)?.base?.id == node.id,
            !options.ownModules.contains(node.baseName.text)
        else { return }
        replace(node, name)
        count("\(node.baseName.text)'s name")
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        portBridgingCasts(node)
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        portOptionalProperty(node)
        portObjectMember(node)
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        if SourceScan.shadowedTypes.contains(node.name.text) { usesTimers = true }
        lookForImpliedModules(node.name)
        lookForAbsentModules(node.name)
        lookForCoreFoundation(node.name)
        return .visitChildren
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        portLibraryName(node)
        if SourceScan.shadowedTypes.contains(node.baseName.text) { usesTimers = true }
        lookForImpliedModules(node.baseName)
        lookForAbsentModules(node.baseName)
        lookForCoreFoundation(node.baseName)
        if Self.swizzling.contains(node.baseName.text) { report(node, "swizzling", Advice.swizzling) }
        return .visitChildren
    }

    private static let swizzling: Set<String> = [
        "method_exchangeImplementations", "method_setImplementation", "method_getImplementation",
        "class_getInstanceMethod", "class_getClassMethod", "class_addMethod", "class_replaceMethod",
        "imp_implementationWithBlock", "object_setClass", "objc_allocateClassPair", "objc_getClass",
        "class_copyMethodList", "class_copyPropertyList", "class_copyIvarList", "class_getInstanceVariable",
    ]

    private func lookForImpliedModules(_ name: TokenSyntax) {
        for module in ImpliedModule.all where options.hasKit || !module.isOfKit {
            guard module.has(name.text), module.isOfKit || !index.declares(name.text) else { continue }
            impliedModules.insert(module.name)
        }
    }

    /// Apple's Foundation brings Core Foundation; here Mica's lowest client module does.
    private func lookForCoreFoundation(_ name: TokenSyntax) {
        guard !usesMica else { return }
        usesMica = SourceScan.coreFoundation.contains { name.text.hasPrefix($0) }
    }

    private func lookForObservation(_ node: FunctionCallExprSyntax) {
        guard
            let name = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
                ?? node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return }
        let labels = node.arguments.map { $0.label?.text ?? "_" }
        switch name {
        case "observe":
            if labels.first == "_", let path = node.arguments.first?.expression.as(KeyPathExprSyntax.self),
                !Self.isObservable(path.components.last?.trimmedDescription)
            {
                report(path, "KVO", Advice.observation)
            }
        case "addObserver", "removeObserver":
            guard labels.dropFirst().first == "forKeyPath" else { return }
            let literal = node.arguments.dropFirst().first?.expression.as(StringLiteralExprSyntax.self)
            if !Self.isObservable(literal?.segments.trimmedDescription) { report(node, "KVO", Advice.observation) }
        default: break
        }
    }

    // MARK: Conditions

    /// Only the clauses that may be compiled are changed, but `os(iOS)` in all conditions.
    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        node.clauses.forEach(portCondition)
        for clause in conditions.possibleClauses(node) { if let elements = clause.elements { walk(elements) } }
        return .skipChildren
    }

    private func portCondition(_ node: IfConfigClauseSyntax) {
        guard options.treatsIOSAsTrue, let condition = node.condition else { return }
        let finder = ConditionFinder("iOS")
        finder.walk(condition)
        for call in finder.found {
            replace(call, "true")
            count("#if os(iOS)")
        }
        guard hasOwnLinuxTypes, declaresTypeOfKit(node) else { return }
        let linux = ConditionFinder("Linux")
        linux.walk(condition)
        for call in linux.found {
            replace(call, "false")
            count("#if os(Linux)")
        }
    }

    /// Whether a clause declares a type that `MicaTesting` has: a package's own, because Linux lacks XCTest's.
    private func declaresTypeOfKit(_ node: IfConfigClauseSyntax) -> Bool {
        guard let elements = node.elements?.as(CodeBlockItemListSyntax.self) else { return false }
        return elements.contains { item in
            let name =
                item.item.as(StructDeclSyntax.self)?.name ?? item.item.as(ClassDeclSyntax.self)?.name
                ?? item.item.as(EnumDeclSyntax.self)?.name
            return name.map { ImpliedModule.ofKit.prefixes.contains($0.text) } ?? false
        }
    }

    /// The insertions at a class's opening brace.
    struct ClassInsertion: Sendable {
        let file: Int
        let type: String
        let text: String
    }
}

/// Finds `os(NAME)`.
private final class ConditionFinder: SyntaxVisitor {
    private let system: String
    var found: [FunctionCallExprSyntax] = []

    init(_ system: String) {
        self.system = system
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.calledExpression.trimmedDescription == "os", node.arguments.trimmedDescription == system {
            found.append(node)
        }
        return .skipChildren
    }
}

/// What to write in place of what stays impossible.
enum Advice {
    static let observation =
        "override the property in a subclass, or use didSet; there is no key-value observation on Linux"
    static let swizzling = "override the method in a subclass; nothing exchanges methods on Linux"
    static let managed = "declare a stored property: managed objects are Core Data's, which Linux has not"
    static let overrideOfForeign =
        "move the override into a subclass: a class of another module cannot be changed by an extension"
    static let overrideForm = "move the member into the class"
    static let optionalForm = "declare a requirement with a default implementation"
}
