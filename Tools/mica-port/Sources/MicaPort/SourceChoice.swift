/// The sources that need to be parsed, from the words of all and the declarations of the parsed ones.
struct SourceChoice {
    private let scans: [SourceScan]
    /// Names of the classes of the sources.
    private let classes: Set<String>
    /// Names that something overrides, and that an extension of a class of the sources declares.
    private let movable: Set<String>
    /// Base names of optional methods.
    private var optional = Set(AppleDelegates.methods.keys)
    /// Those of them that are called with a question mark somewhere.
    private var attempted: Set<String> = []
    /// Names of protocols with optional requirements: a source that has one may declare a variable of it.
    private var protocols: Set<String> = []
    /// Names of their properties: a source may use one of a value whose type it does not name.
    private var properties: Set<String> = []
    private var needles: [[UInt8]] = []
    /// Classes whose declaration is wanted: extensions override in them, or their subclasses override.
    private var wantedClasses: Set<String> = []

    init(_ scans: [SourceScan]) {
        self.scans = scans
        let classes = Set(scans.flatMap(\.classes))
        self.classes = classes
        movable = Set(scans.flatMap(\.overridden))
            .intersection(scans.filter { $0.extends(classes) }.flatMap(\.extensionMembers))
        findAttempted()
    }

    /// Takes over what parsed sources declare.
    mutating func add(_ files: [FileIndex]) {
        for file in files {
            wantedClasses.formUnion(file.wantedClasses)
            for (name, type) in file.types {
                let optionals = type.members.filter(\.isOptional)
                if type.isProtocol, !optionals.isEmpty {
                    protocols.insert(SourceIndex.lastName(name))
                    optional.formUnion(optionals.map(\.name))
                    properties.formUnion(optionals.filter { $0.labels == nil }.map(\.name))
                }
                // Whose member is overridden the classes between tell.
                if type.isClass, !movable.isEmpty {
                    wantedClasses.formUnion(type.inherited.map(SourceIndex.lastName).filter(classes.contains))
                }
            }
        }
        needles = protocols.map { Array($0.utf8) } + properties.map { Array(".\($0)".utf8) }
        findAttempted()
    }

    /// Whether a source is to be parsed, too.
    func isWanted(_ number: Int, _ bytes: [UInt8]) -> Bool {
        let scan = scans[number]
        if !scan.attempted.isDisjoint(with: attempted) || !scan.variables.isDisjoint(with: attempted) { return true }
        if !scan.classes.isDisjoint(with: wantedClasses) || !scan.overridden.isDisjoint(with: movable) { return true }
        // An override in an extension of another module's class is reported.
        if scan.overridesInExtension { return true }
        if scan.extends(classes), !scan.extensionMembers.isDisjoint(with: movable) { return true }
        return bytes.containsAny(of: needles)
    }

    private mutating func findAttempted() {
        attempted = Set(scans.flatMap(\.attempted)).intersection(optional)
    }
}
