import MicaRandom

@testable import MicaConstraints

/// A constraint over variables by index.
struct SystemConstraint {
    var coefficients: [Double]
    var constant: Double
    var relation: Relation
    var priority: Float

    /// By how much values fail it.
    func error(_ values: [Double]) -> Double {
        let sum = zip(coefficients, values).reduce(constant) { $0 + $1.0 * $1.1 }
        switch relation {
        case .equal: return abs(sum)
        case .lessThanOrEqual: return max(0, sum)
        case .greaterThanOrEqual: return max(0, -sum)
        }
    }

    func linear(_ variables: [Variable]) -> LinearConstraint {
        LinearConstraint(
            zip(coefficients, variables).map { LinearConstraint.Term($0, $1) }, constant, relation, priority: priority)
    }

    static func random(_ count: Int, _ random: inout SeededGenerator, priority: Float? = nil) -> SystemConstraint {
        var coefficients = [Double](repeating: 0, count: count)
        for _ in 0..<Int.random(in: 1...min(3, count), using: &random) {
            coefficients[Int.random(in: 0..<count, using: &random)] = Double(Int.random(in: -3...3, using: &random))
        }
        let relations: [Relation] = [.lessThanOrEqual, .equal, .greaterThanOrEqual]
        let priorities: [Float] = [1000, 1000, 999, 750, 750, 250, 250, 50]
        return SystemConstraint(
            coefficients: coefficients, constant: Double(Int.random(in: -50...50, using: &random)),
            relation: relations[Int.random(in: 0..<3, using: &random)],
            priority: priority ?? priorities[Int.random(in: 0..<priorities.count, using: &random)])
    }
}

/// The sums of errors, the highest level first.
func objective(_ constraints: [SystemConstraint], _ values: [Double]) -> [(level: Float, sum: Double)] {
    var sums: [Float: Double] = [:]
    for constraint in constraints { sums[constraint.priority, default: 0] += constraint.error(values) }
    return sums.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
}

/// Whether one objective is as good as another: level by level, within what doubles of a few hundred pivots lose.
func isAsGood(_ one: [(level: Float, sum: Double)], _ other: [(level: Float, sum: Double)]) -> Bool {
    for (mine, theirs) in zip(one, other) {
        if mine.sum < theirs.sum - 1e-5 { return true }
        if mine.sum > theirs.sum + 1e-5 { return false }
    }
    return true
}

/// The best of all points at which as many constraints as there are variables hold exactly: the optimum is one of them, where each variable
/// is named alone by some constraint. nil if none meets the requirements.
func bruteForce(_ constraints: [SystemConstraint], _ count: Int) -> [(level: Float, sum: Double)]? {
    var best: [(level: Float, sum: Double)]?
    func visit(_ start: Int, _ chosen: [SystemConstraint]) {
        if chosen.count == count {
            guard let values = solve(chosen, count) else { return }
            let sums = objective(constraints, values)
            if let first = sums.first, first.level == 1000, first.sum > 1e-7 { return }
            if let found = best, isAsGood(found, sums) { return }
            best = sums
            return
        }
        for index in start..<max(start, constraints.count) { visit(index + 1, chosen + [constraints[index]]) }
    }
    visit(0, [])
    return best
}

/// The one point at which equations hold; nil if there is none, or more than one.
private func solve(_ constraints: [SystemConstraint], _ count: Int) -> [Double]? {
    var matrix = constraints.map { $0.coefficients + [-$0.constant] }
    for column in 0..<count {
        guard let pivot = (column..<count).max(by: { abs(matrix[$0][column]) < abs(matrix[$1][column]) }),
            abs(matrix[pivot][column]) > 1e-9
        else { return nil }
        matrix.swapAt(column, pivot)
        for row in 0..<count where row != column {
            let factor = matrix[row][column] / matrix[column][column]
            for index in column...count { matrix[row][index] -= factor * matrix[column][index] }
        }
    }
    return (0..<count).map { matrix[$0][count] / matrix[$0][$0] }
}
