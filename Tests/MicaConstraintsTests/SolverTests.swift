import MicaRandom
import Testing

@testable import MicaConstraints

@Suite struct SolverTests {
    @Test("An equation gives its variable a value, and a change of its constant another")
    func equation() throws {
        var solver = ConstraintSolver()
        let (x, y) = (solver.makeVariable(), solver.makeVariable())
        let first = try solver.add(LinearConstraint([.init(1, x)], -10, .equal))
        try solver.add(LinearConstraint([.init(1, y), .init(-2, x)], -1, .equal))
        #expect(solver.value(of: x) == 10 && solver.value(of: y) == 21)
        #expect(Set(solver.takeChanges()) == [x, y])
        try solver.setConstant(of: first, to: -20)
        #expect(solver.value(of: y) == 41)
        #expect(Set(solver.takeChanges()) == [x, y])
        solver.remove(first)
        #expect(solver.count == 1)
        try solver.add(LinearConstraint([.init(1, y)], -7, .equal))
        #expect(solver.value(of: x) == 3)
    }

    @Test("A level is not given up for any number of lower ones")
    func levels() throws {
        var solver = ConstraintSolver()
        let x = solver.makeVariable()
        try solver.add(LinearConstraint([.init(1, x)], -10, .equal, priority: 251))
        for _ in 0..<100 { try solver.add(LinearConstraint([.init(1, x)], -30, .equal, priority: 250)) }
        #expect(solver.value(of: x) == 10)
        let limit = try solver.add(LinearConstraint([.init(1, x)], -20, .greaterThanOrEqual, priority: 999))
        #expect(solver.value(of: x) == 20)
        solver.remove(limit)
        #expect(solver.value(of: x) == 10)
    }

    @Test("A conflict names the constraints that make it, and no others, and leaves all as it was")
    func conflict() throws {
        var solver = ConstraintSolver()
        let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
        let first = try solver.add(LinearConstraint([.init(1, x)], -10, .greaterThanOrEqual))
        try solver.add(LinearConstraint([.init(1, z)], -1, .greaterThanOrEqual))
        let second = try solver.add(LinearConstraint([.init(1, y), .init(-1, x)], -5, .equal))
        let error = #expect(throws: ConstraintConflict.self) {
            try solver.add(LinearConstraint([.init(1, y)], -12, .lessThanOrEqual))
        }
        #expect(error?.members.prefix(2) == [first, second])
        #expect(error?.members.count == 3 && solver.count == 3)
        #expect(solver.value(of: x) >= 10 && solver.value(of: y) == solver.value(of: x) + 5)
        let limit = try solver.add(LinearConstraint([.init(1, y)], -15, .lessThanOrEqual))
        #expect(solver.value(of: y) == 15)
        #expect(throws: ConstraintConflict.self) { try solver.setConstant(of: limit, to: -14) }
        #expect(solver.value(of: y) == 15)
        try solver.setConstant(of: limit, to: -16)
        #expect(solver.value(of: y) <= 16 && solver.value(of: y) >= 15)
    }

    @Test(
        "The same required equation twice is no conflict; with another constant it is, and removing the one frees the other"
    )
    func redundant() throws {
        var solver = ConstraintSolver()
        let x = solver.makeVariable()
        let first = try solver.add(LinearConstraint([.init(1, x)], -10, .equal))
        let second = try solver.add(LinearConstraint([.init(2, x)], -20, .equal))
        let error = #expect(throws: ConstraintConflict.self) { try solver.setConstant(of: second, to: -30) }
        #expect(error?.members == [first, second])
        solver.remove(first)
        #expect(solver.value(of: x) == 10)
        try solver.setConstant(of: second, to: -30)
        #expect(solver.value(of: x) == 15)
    }

    @Test("An equation that another one repeats goes, and nothing moves", arguments: [1.0, -1])
    func redundantGoes(factor: Double) throws {
        var solver = ConstraintSolver()
        let x = solver.makeVariable()
        // The equation's marker could be exchanged for the limits; its values would change then.
        try solver.add(LinearConstraint([.init(1, x)], -30, .lessThanOrEqual))
        try solver.add(LinearConstraint([.init(1, x)], 30, .greaterThanOrEqual))
        let first = try solver.add(LinearConstraint([.init(1, x)], -10, .equal))
        let second = try solver.add(LinearConstraint([.init(factor, x)], -10 * factor, .equal))
        solver.remove(first)
        #expect(solver.value(of: x) == 10)
        try solver.add(LinearConstraint([.init(1, x)], -10, .equal))
        solver.remove(second)
        #expect(solver.value(of: x) == 10)
    }

    @Test("A variable with the number of one that is gone tells its changes")
    func changesOfReusedNumbers() throws {
        var solver = ConstraintSolver()
        let x = solver.makeVariable()
        let id = try solver.add(LinearConstraint([.init(1, x)], -1, .equal))
        solver.remove(id)
        solver.remove(x)
        #expect(solver.takeChanges() == [])
        let y = solver.makeVariable()
        try solver.add(LinearConstraint([.init(1, y)], -5, .equal))
        #expect(solver.takeChanges() == [y])
    }

    @Test("A restricted variable is never negative, and zero where that is allowed")
    func restricted() throws {
        var solver = ConstraintSolver()
        let (x, width) = (solver.makeVariable(), solver.makeVariable(isRestricted: true))
        let limit = try solver.add(LinearConstraint([.init(1, width)], -94, .lessThanOrEqual))
        #expect(solver.value(of: width) == 0 && solver.isAmbiguous(width))
        let least = try solver.add(LinearConstraint([.init(1, width)], -23, .greaterThanOrEqual))
        #expect(solver.value(of: width) == 23)
        solver.remove(least)
        try solver.add(LinearConstraint([.init(1, x)], -200, .equal))
        let error = #expect(throws: ConstraintConflict.self) {
            try solver.add(LinearConstraint([.init(1, x), .init(1, width)], -150, .equal))
        }
        #expect(error?.members.count == 2 && error?.members.contains(limit) == false)
        #expect(!solver.isAmbiguous(x))
    }

    @Test("A variable that constraints leave open is ambiguous")
    func ambiguity() throws {
        var solver = ConstraintSolver()
        let (x, y) = (solver.makeVariable(), solver.makeVariable())
        #expect(solver.isAmbiguous(x))
        try solver.add(LinearConstraint([.init(1, x)], -10, .greaterThanOrEqual))
        try solver.add(LinearConstraint([.init(1, y)], -10, .equal))
        #expect(solver.isAmbiguous(x) && !solver.isAmbiguous(y))
        try solver.add(LinearConstraint([.init(1, x)], -10, .equal, priority: 1))
        #expect(!solver.isAmbiguous(x))
    }

    @Test("The solutions of random systems are as good as the best corner", arguments: 1...40)
    func againstBruteForce(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<25 {
            let count = Int.random(in: 1...3, using: &random)
            // Each variable is wanted somewhere, so that the optimum is a corner.
            var system = (0..<count).map { index in
                var constraint = SystemConstraint(
                    coefficients: [Double](repeating: 0, count: count), constant: Double(-index), relation: .equal,
                    priority: 1)
                constraint.coefficients[index] = 1
                return constraint
            }
            for _ in 0..<Int.random(in: 0...8, using: &random) { system.append(.random(count, &random)) }
            system.shuffle(using: &random)
            var solver = ConstraintSolver()
            let restricted = (0..<count).map { _ in random.chance(0.3) }
            let variables = restricted.map { solver.makeVariable(isRestricted: $0) }
            var isPossible = true
            for constraint in system {
                do { try solver.add(constraint.linear(variables)) } catch { isPossible = false }
            }
            for index in 0..<count where restricted[index] {
                var constraint = SystemConstraint(
                    coefficients: [Double](repeating: 0, count: count), constant: 0, relation: .greaterThanOrEqual,
                    priority: 1000)
                constraint.coefficients[index] = 1
                system.append(constraint)
            }
            let best = bruteForce(system, count)
            #expect(isPossible == (best != nil), "\(system)")
            guard isPossible, let best else { continue }
            let found = objective(system, variables.map { solver.value(of: $0) })
            #expect(isAsGood(found, best), "\(system): \(found), not \(best)")
        }
    }

    @Test(
        "After adding, removing and changing at random the solution is as good as one from nothing", arguments: 1...12)
    func incremental(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let count = 12
        var solver = ConstraintSolver()
        let variables = (0..<count).map { solver.makeVariable(isRestricted: $0 % 3 == 0) }
        var there: [(id: ConstraintID, constraint: SystemConstraint)] = []
        for step in 0..<600 {
            let choice = Int.random(in: 0..<10, using: &random)
            if choice < 4 || there.isEmpty {
                let constraint = SystemConstraint.random(count, &random)
                if let id = try? solver.add(constraint.linear(variables)) { there.append((id, constraint)) }
            } else if choice < 7 || there.count > 40 {
                solver.remove(there.remove(at: Int.random(in: there.indices, using: &random)).id)
            } else {
                let index = Int.random(in: there.indices, using: &random)
                let constant = Double(Int.random(in: -50...50, using: &random))
                do {
                    try solver.setConstant(of: there[index].id, to: constant)
                    there[index].constraint.constant = constant
                } catch {
                    #expect(error.members.contains(there[index].id))
                }
            }
            guard step % 7 == 0 else { continue }
            var fresh = ConstraintSolver()
            let others = (0..<count).map { fresh.makeVariable(isRestricted: $0 % 3 == 0) }
            for (_, constraint) in there.shuffled(using: &random) {
                #expect(throws: Never.self) { try fresh.add(constraint.linear(others)) }
            }
            let system = there.map(\.constraint)
            let mine = objective(system, variables.map { solver.value(of: $0) })
            let theirs = objective(system, others.map { fresh.value(of: $0) })
            #expect(
                isAsGood(mine, theirs) && isAsGood(theirs, mine), "seed \(seed), step \(step): \(mine), not \(theirs)")
        }
    }

    // Seeds of which each once had a required equation fail by 1e-5 to 200: rounding that was multiplied by small coefficients.
    @Test("Rounding does not add up", arguments: [487, 4423, 4428, 5271] + Array(1...8))
    func rounding(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let count = random.whole(3...14)
        let factors = random.pick([[1, -1], [1, -1, 0.5, 2], [1, -1, 3, -2, 0.5]])
        let priorities: [Float] = random.pick([
            [1000, 1000, 1000, 750, 250], [1000, 1000, 1000, 999, 750, 750, 251, 250, 50],
            [1000, 1000, 1000, 1000, 250],
        ])
        let span = random.pick([1, 2, 100])
        var solver = ConstraintSolver()
        let variables = (0..<count).map { solver.makeVariable(isRestricted: $0 % 2 == 1) }
        var there: [(id: ConstraintID, constraint: SystemConstraint)] = []
        func make() -> SystemConstraint {
            let named = Array(0..<count).shuffled(using: &random).prefix(random.whole(1...min(4, count)))
            var coefficients = [Double](repeating: 0, count: count)
            for index in named { coefficients[index] = random.pick(factors) }
            return SystemConstraint(
                coefficients: coefficients, constant: Double(random.whole(-span...span)),
                relation: random.pick([.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual]),
                priority: random.pick(priorities))
        }
        for step in 0..<300 {
            let choice = random.below(10)
            if choice < 4 || there.isEmpty {
                var made = make()
                if random.chance(0.2), let other = there.randomElement(using: &random)?.constraint {
                    made = other
                    if random.chance(0.3) { made.constant += 1 }
                }
                if let id = try? solver.add(made.linear(variables)) { there.append((id, made)) }
            } else if choice < 7 || there.count > 30 {
                solver.remove(there.remove(at: random.below(there.count)).id)
            } else {
                let index = random.below(there.count)
                let constant = Double(random.whole(-span...span))
                if (try? solver.setConstant(of: there[index].id, to: constant)) != nil {
                    there[index].constraint.constant = constant
                }
            }
            let values = variables.map { solver.value(of: $0) }
            let sums = objective(there.map(\.constraint), values)
            let required = sums.first.map { $0.level == 1000 ? $0.sum : 0 } ?? 0
            #expect(required < 1e-5, "seed \(seed), step \(step)")
            #expect(values.indices.allSatisfy { $0 % 2 == 0 || values[$0] > -1e-5 }, "seed \(seed), step \(step)")
            if step % 5 == 0 {
                checkFromNothing(there.map(\.constraint), sums, count, &random, "seed \(seed), step \(step)")
            }
        }
    }

    /// A solver that gets the constraints from nothing finds as good a solution.
    private func checkFromNothing(
        _ system: [SystemConstraint], _ sums: [(level: Float, sum: Double)], _ count: Int,
        _ random: inout SeededGenerator, _ comment: Comment
    ) {
        var fresh = ConstraintSolver()
        let variables = (0..<count).map { fresh.makeVariable(isRestricted: $0 % 2 == 1) }
        for constraint in system.shuffled(using: &random) {
            #expect(throws: Never.self, comment) { try fresh.add(constraint.linear(variables)) }
        }
        let theirs = objective(system, variables.map { fresh.value(of: $0) })
        #expect(isAsGood(sums, theirs) && isAsGood(theirs, sums), comment)
    }

    @Test("Removing everything leaves nothing behind")
    func emptied() throws {
        var random = SeededGenerator(seed: 7)
        var solver = ConstraintSolver()
        let variables = (0..<20).map { _ in solver.makeVariable() }
        var there: [ConstraintID] = []
        for _ in 0..<200 {
            if let id = try? solver.add(SystemConstraint.random(20, &random).linear(variables)) { there.append(id) }
        }
        for id in there.shuffled(using: &random) { solver.remove(id) }
        #expect(solver.count == 0)
        #expect(solver.tableau.rows.allSatisfy { $0.terms.isEmpty })
        #expect(solver.tableau.symbols.allSatisfy { $0.row < 0 && $0.uses == 0 })
    }
}
