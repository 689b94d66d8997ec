import Foundation
import MicaConstraints
import MicaRandom

/// `mica-dev bench layout`: how long it takes to solve constraints from nothing, and after a change.
package enum LayoutBench {
    /// `mica-dev bench layout --help`.
    package static let help = """
        usage: mica-dev bench layout [--constraints N] [--rounds N] [--python PATH]
               mica-dev bench layout --systems N [--seed S]

        Solves the constraints of a screen: rows under each other, as wide as the screen, with a few texts in each beside each other, which have
        sizes of their own at the usual priorities. Prints, medians in milliseconds,

          LAYOUT,NAME,CONSTRAINTS,SOLVED,WIDTH,HEIGHT

        until all constraints are added; until the screen has another width; until the first row has another height. The same
        constraints are then given to kiwisolver (PyPI), where the Python program has it; where not, a line says so. Its times are of its calls
        alone, on constraints made before, in three rounds at most.

          --constraints N  how many at least; default 10000
          --rounds N       how often; default 15
          --python PATH    the Python program; default python3
          --systems N      print random systems with this solver's values, for dev/solver-check, and measure nothing
          --seed S         of the first of them; default 1
        """

    /// Runs the command.
    ///
    /// - Parameter arguments: The words after `mica-dev bench layout`.
    /// - Returns: The exit status.
    package static func run(arguments: [String]) -> Int32 {
        var (constraints, rounds, python, systems, seed) = (10_000, 15, "python3", 0, 1)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help":
                write(help, to: .standardOutput)
                return 0
            case "--python":
                guard let path = rest.popFirst() else { return refuse("--python needs a path", of: "bench layout") }
                python = path
            case "--constraints", "--rounds", "--systems", "--seed":
                guard let number = rest.takeNumber() else {
                    return refuse("\(option) needs a number from 1 to 1000000", of: "bench layout")
                }
                switch option {
                case "--constraints": constraints = number
                case "--rounds": rounds = number
                case "--systems": systems = number
                default: seed = number
                }
            default: return refuse("unknown option '\(option)'", of: "bench layout")
            }
        }
        if systems > 0 {
            for index in 0..<systems { write(randomSystem(seed + index), to: .standardOutput) }
            return 0
        }
        for texts in [3, 28] {
            let screen = LayoutScreen(constraints: constraints, texts: texts)
            write(measure(screen, rounds: rounds), to: .standardOutput)
            write(reference(screen, rounds: rounds, python: python), to: .standardOutput)
        }
        return 0
    }

    private static func measure(_ screen: LayoutScreen, rounds: Int) -> String {
        var (solved, width, height): ([Double], [Double], [Double]) = ([], [], [])
        var checksum = 0.0
        for round in 0..<rounds {
            var solver = ConstraintSolver()
            let variables = (0..<screen.variables).map { _ in solver.makeVariable() }
            let linear = screen.constraints.map { constraint in
                LinearConstraint(
                    constraint.terms.map { .init($0.coefficient, variables[$0.variable]) }, constraint.constant,
                    constraint.relation, priority: constraint.priority)
            }
            var held: [ConstraintID] = []
            held.reserveCapacity(linear.count)
            let start = ContinuousClock.now
            for constraint in linear {
                if let id = try? solver.add(constraint) { held.append(id) }
            }
            solved.append((ContinuousClock.now - start).nanoseconds / 1e6)
            guard held.count == linear.count else { return "LAYOUT,mica,\(linear.count),a conflict" }
            for (index, to) in [
                (screen.widthIndex, -500.0 - Double(round)), (screen.heightIndex, -90.0 - Double(round)),
            ] {
                _ = solver.takeChanges()
                let start = ContinuousClock.now
                try? solver.setConstant(of: held[index], to: to)
                for variable in solver.takeChanges() { checksum += solver.value(of: variable) }
                let time = (ContinuousClock.now - start).nanoseconds / 1e6
                if index == screen.widthIndex { width.append(time) } else { height.append(time) }
            }
        }
        guard checksum.isFinite else { return "LAYOUT,mica,\(screen.constraints.count),no numbers" }
        let medians = [solved, width, height].map { String(format: "%.3f", $0.sorted()[$0.count / 2]) }
        return "LAYOUT,mica/\(screen.texts),\(screen.constraints.count),\(medians.joined(separator: ","))"
    }

    /// Has kiwisolver solve the same constraints.
    private static func reference(_ screen: LayoutScreen, rounds: Int, python: String) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            python, "-c", script, "\(screen.texts)", "\(min(rounds, 3))", "\(screen.widthIndex)",
            "\(screen.heightIndex)",
        ]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
        do { try process.run() } catch { return "SKIP,kiwisolver: \(python) cannot be started" }
        let lines = screen.constraints.map { constraint in
            "\(constraint.relation.rawValue) \(constraint.priority) \(constraint.constant) "
                + constraint.terms.map { "\($0.coefficient) \($0.variable)" }.joined(separator: " ")
        }
        // Without the module Python ends at once and reads nothing.
        signal(SIGPIPE, SIG_IGN)
        try? input.fileHandleForWriting.write(contentsOf: Data(lines.joined(separator: "\n").utf8))
        try? input.fileHandleForWriting.close()
        let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, !answer.isEmpty else {
            return "SKIP,kiwisolver: \(python) has no such module (pip install kiwisolver)"
        }
        return answer.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static let script = """
        sys, time, k = (__import__(name) for name in ('sys', 'time', 'kiwisolver'))
        texts, rounds, width, height = sys.argv[1], *map(int, sys.argv[2:])
        rows = [line.split() for line in sys.stdin]
        signs = {'-1': '<=', '0': '==', '1': '>='}
        def strength(p):
            p = float(p)
            return k.strength.required if p >= 1000 else k.strength.create(0, 0, p)
        times = [[], [], []]
        for round in range(rounds):
            names = {}
            made = []
            for row in rows:
                terms = [k.Term(names.setdefault(v, k.Variable(v)), float(c)) for c, v in zip(row[3::2], row[4::2])]
                made.append([terms, float(row[2]), signs[row[0]], strength(row[1])])
            cs = [k.Constraint(k.Expression(t, c), s, p) for t, c, s, p in made]
            solver = k.Solver()
            start = time.perf_counter()
            for c in cs: solver.addConstraint(c)
            solver.updateVariables()
            times[0].append(time.perf_counter() - start)
            for slot, index, to in [(1, width, -500 - round), (2, height, -90 - round)]:
                t, c, s, p = made[index]
                v = t[0].variable()
                solver.removeConstraint(cs[index])
                solver.addEditVariable(v, 'strong')
                solver.suggestValue(v, -c)
                solver.updateVariables()
                start = time.perf_counter()
                solver.suggestValue(v, -to)
                solver.updateVariables()
                times[slot].append(time.perf_counter() - start)
        print(f'LAYOUT,kiwisolver-{k.__version__}/{texts},{len(rows)},' + ','.join('%.3f' % (1e3 * sorted(t)[len(t) // 2]) for t in times))
        """

    /// A random system in lines: its constraints, and the values that solve it.
    private static func randomSystem(_ seed: Int) -> String {
        var random = SeededGenerator(seed: UInt64(seed))
        let count = random.whole(1...8)
        var solver = ConstraintSolver()
        let variables = (0..<count).map { _ in solver.makeVariable() }
        var lines = ["system \(seed) \(count)"]
        let relations: [MicaConstraints.Relation] = [.lessThanOrEqual, .equal, .greaterThanOrEqual]
        for _ in 0..<random.whole(1...20) {
            var coefficients = [Double](repeating: 0, count: count)
            for _ in 0..<random.whole(1...3) { coefficients[random.below(count)] = Double(random.whole(-3...3)) }
            let constraint = LinearConstraint(
                zip(coefficients, variables).map { .init($0, $1) }, Double(random.whole(-50...50)),
                random.pick(relations),
                priority: random.pick([1000, 1000, 750, 250, 50]))
            let isHeld = (try? solver.add(constraint)) != nil
            lines.append(
                "\(isHeld ? "c" : "x") \(constraint.relation.rawValue) \(constraint.priority) \(constraint.constant) "
                    + coefficients.map { "\($0)" }.joined(separator: " "))
        }
        lines.append(
            "v "
                + variables.map { "\(solver.value(of: $0))\(solver.isAmbiguous($0) ? "?" : "")" }.joined(separator: " ")
        )
        return lines.joined(separator: "\n")
    }
}

/// The constraints of a screen: rows with texts in them.
struct LayoutScreen {
    struct Constraint {
        var terms: [(coefficient: Double, variable: Int)]
        var constant: Double
        var relation: MicaConstraints.Relation
        var priority: Float
    }

    /// How many texts a row has.
    let texts: Int
    private(set) var variables = 0
    private(set) var constraints: [Constraint] = []
    /// The index of the constraint for the screen's width.
    private(set) var widthIndex = 0
    /// The index of the constraint for the first row's height.
    private(set) var heightIndex = 0

    /// Makes rows until there are `count` constraints.
    init(constraints count: Int, texts: Int) {
        self.texts = texts
        let width = variable()
        add([(1, width)], -400)
        var above: (y: Int, height: Int)?
        var row = 0
        while constraints.count < count {
            let (x, y, own, height) = (variable(), variable(), variable(), variable())
            add([(1, x)], 0)
            add([(1, own), (-1, width)], 0)
            if let above { add([(1, y), (-1, above.y), (-1, above.height)], -8) } else { add([(1, y)], 0) }
            if row == 0 { heightIndex = constraints.count }
            add([(1, height)], -Double(44 + row % 7))
            above = (y, height)
            addTexts(row, own, height)
            row += 1
        }
    }

    private mutating func addTexts(_ row: Int, _ rowWidth: Int, _ rowHeight: Int) {
        var before: (x: Int, width: Int)?
        for text in 0..<texts {
            let (x, y, width, height) = (variable(), variable(), variable(), variable())
            if let before { add([(1, x), (-1, before.x), (-1, before.width)], -8) } else { add([(1, x)], -16) }
            add([(1, y), (0.5, height), (-0.5, rowHeight)], 0)
            let natural = Double(30 + (row * 7 + text * 13) % 50)
            add([(1, width)], -natural, .lessThanOrEqual, text == texts - 1 ? 249 : 250)
            add([(1, width)], -natural, .greaterThanOrEqual, 750)
            add([(1, height)], -20, .lessThanOrEqual, 250)
            add([(1, height)], -20, .greaterThanOrEqual, 750)
            before = (x, width)
        }
        if let before { add([(1, before.x), (1, before.width), (-1, rowWidth)], 16) }
    }

    private mutating func variable() -> Int {
        variables += 1
        return variables - 1
    }

    private mutating func add(
        _ terms: [(Double, Int)], _ constant: Double, _ relation: MicaConstraints.Relation = .equal,
        _ priority: Float = 1000
    ) {
        constraints.append(
            Constraint(terms: terms.map { ($0.0, $0.1) }, constant: constant, relation: relation, priority: priority))
    }
}
