/// An unknown of a solver: any number, or a number that is never negative.
package struct Variable: Hashable, Sendable {
    let symbol: Int32
}

/// The identity of a constraint in a solver.
package struct ConstraintID: Hashable, Sendable {
    let index: Int32
}

/// The relation between the two sides of a constraint.
package enum Relation: Int, Sendable {
    /// The left side is at most the right one.
    case lessThanOrEqual = -1
    /// Both are equal.
    case equal = 0
    /// The left side is at least the right one.
    case greaterThanOrEqual = 1
}

/// A linear constraint: a sum of variables with coefficients and a constant, compared with zero.
///
/// A coefficient or constant of NaN or infinity is a programmer's error: callers refuse such numbers first.
package struct LinearConstraint: Sendable {
    /// A variable with its coefficient.
    package struct Term: Sendable {
        /// The unknown.
        package var variable: Variable
        /// The factor of the unknown.
        package var coefficient: Double

        package init(_ coefficient: Double, _ variable: Variable) {
            (self.variable, self.coefficient) = (variable, coefficient)
        }
    }

    /// The priority of a constraint that must hold.
    package static let required: Float = 1000

    /// The terms of the sum. A variable may appear several times.
    package var terms: [Term]
    /// The number added to the terms.
    package var constant: Double
    /// The relation of the sum to zero.
    package var relation: Relation
    /// The importance, 1 to 1000 (`required`). *Range*: above 0; above 1000 counts as 1000.
    package var priority: Float

    package init(_ terms: [Term], _ constant: Double, _ relation: Relation, priority: Float = LinearConstraint.required)
    {
        (self.terms, self.constant, self.relation, self.priority) = (terms, constant, relation, priority)
    }
}

/// Required constraints that conflict.
///
/// The set is a certificate: some linear combination of its members states a contradiction, that a number other than
/// zero is zero, or that a negative one is not negative. If any member with a part in the combination is left out, the
/// others may hold.
package struct ConstraintConflict: Error, Sendable {
    /// The constraints, in the order in which they were added.
    package var members: [ConstraintID]
}
