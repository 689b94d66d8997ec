/// An unknown of a solver: any number, below or above zero, or one that is never negative.
package struct Variable: Hashable, Sendable {
    let symbol: Int32
}

/// A constraint that a solver holds.
package struct ConstraintID: Hashable, Sendable {
    let index: Int32
}

/// How the two sides of a constraint compare.
package enum Relation: Int, Sendable {
    /// The left side is no more than the right one.
    case lessThanOrEqual = -1
    /// Both are the same.
    case equal = 0
    /// The left side is no less than the right one.
    case greaterThanOrEqual = 1
}

/// A linear constraint: a sum of variables with coefficients and a constant, compared with zero.
///
/// A coefficient or constant that is no finite number counts as a programmer's error: whoever takes numbers from outside refuses them first.
package struct LinearConstraint: Sendable {
    /// One variable of the sum.
    package struct Term: Sendable {
        /// The unknown.
        package var variable: Variable
        /// What it is multiplied by.
        package var coefficient: Double

        package init(_ coefficient: Double, _ variable: Variable) {
            (self.variable, self.coefficient) = (variable, coefficient)
        }
    }

    /// The priority of what must hold.
    package static let required: Float = 1000

    /// The variables. One may stand there several times.
    package var terms: [Term]
    /// What is added to them.
    package var constant: Double
    /// How the sum compares with zero.
    package var relation: Relation
    /// How much it matters: from 1 to 1000, which is `required`. *Range*: more than 0; more than 1000 counts as 1000.
    package var priority: Float

    package init(_ terms: [Term], _ constant: Double, _ relation: Relation, priority: Float = LinearConstraint.required)
    {
        (self.terms, self.constant, self.relation, self.priority) = (terms, constant, relation, priority)
    }
}

/// Required constraints that cannot all hold.
///
/// The set is a certificate: some sum of its members, each with a factor, says that a number other than zero is zero, or that one below
/// zero is none. Without any one of those that matter to that sum the others may hold.
package struct ConstraintConflict: Error, Sendable {
    /// The constraints, in the order in which they were added.
    package var members: [ConstraintID]
}
