import Testing

import UIKit
@testable import UIKitCore

/// A fact about a view in a view of 400 x 400 points.
private struct Fact {
    let id: String
    /// Of the view and its superview.
    let constraints: @MainActor (UIView, UIView) -> [NSLayoutConstraint]
    let measure: @MainActor (UIView) -> CGFloat
    let value: CGFloat

    init(
        _ id: String, _ value: CGFloat, _ measure: @escaping @MainActor (UIView) -> CGFloat,
        _ constraints: @escaping @MainActor (UIView, UIView) -> [NSLayoutConstraint]
    ) {
        (self.id, self.value, self.measure, self.constraints) = (id, value, measure, constraints)
    }
}

@MainActor private func square(_ view: UIView, _ side: CGFloat = 200) -> [NSLayoutConstraint] {
    [view.widthAnchor.constraint(equalToConstant: side), view.heightAnchor.constraint(equalToConstant: side)]
}

@MainActor private func times(
    _ view: UIView, _ attribute: NSLayoutConstraint.Attribute, _ factor: CGFloat, _ other: UIView
) -> NSLayoutConstraint {
    NSLayoutConstraint(
        item: view, attribute: attribute, relatedBy: .equal, toItem: other, attribute: attribute, multiplier: factor,
        constant: 0)
}

@MainActor private func mirrored(_ view: UIView, _ constraints: [NSLayoutConstraint]) -> [NSLayoutConstraint] {
    view.semanticContentAttribute = .forceRightToLeft
    return constraints
}

// What tests of Cartography and Stevia expect, which run on Apple's systems: FactSources.tsv says which.
@MainActor private let facts: [Fact] = [
    Fact("AL-1", 400, { $0.frame.width }, { [$0.widthAnchor.constraint(equalTo: $1.widthAnchor)] }),
    Fact(
        "AL-2", 400, { $0.frame.width },
        {
            [
                $0.widthAnchor.constraint(lessThanOrEqualTo: $1.widthAnchor),
                $0.widthAnchor.constraint(greaterThanOrEqualTo: $1.widthAnchor),
            ]
        }),
    Fact("AL-3", 500, { $0.frame.width }, { [$0.widthAnchor.constraint(equalTo: $1.widthAnchor, constant: 100)] }),
    Fact("AL-4", 300, { $0.frame.width }, { [$0.widthAnchor.constraint(equalTo: $1.widthAnchor, constant: -100)] }),
    Fact("AL-5", 800, { $0.frame.width }, { [$0.widthAnchor.constraint(equalTo: $1.widthAnchor, multiplier: 2)] }),
    Fact("AL-6", 200, { $0.frame.width }, { [$0.widthAnchor.constraint(equalTo: $1.widthAnchor, multiplier: 0.5)] }),
    Fact(
        "AL-7", 300, { $0.frame.width },
        { [$0.widthAnchor.constraint(equalTo: $1.widthAnchor, multiplier: 0.5, constant: 100)] }),
    Fact("AL-8", 200, { $0.frame.width }, { view, _ in [view.widthAnchor.constraint(equalToConstant: 200)] }),
    Fact("AL-9", 400, { $0.frame.height }, { [$0.heightAnchor.constraint(equalTo: $1.heightAnchor)] }),
    Fact(
        "AL-10", 400, { $0.frame.height },
        {
            [
                $0.heightAnchor.constraint(lessThanOrEqualTo: $1.heightAnchor),
                $0.heightAnchor.constraint(greaterThanOrEqualTo: $1.heightAnchor),
            ]
        }),
    Fact("AL-11", 500, { $0.frame.height }, { [$0.heightAnchor.constraint(equalTo: $1.heightAnchor, constant: 100)] }),
    Fact("AL-12", 300, { $0.frame.height }, { [$0.heightAnchor.constraint(equalTo: $1.heightAnchor, constant: -100)] }),
    Fact("AL-13", 800, { $0.frame.height }, { [$0.heightAnchor.constraint(equalTo: $1.heightAnchor, multiplier: 2)] }),
    Fact(
        "AL-14", 200, { $0.frame.height }, { [$0.heightAnchor.constraint(equalTo: $1.heightAnchor, multiplier: 0.5)] }),
    Fact(
        "AL-15", 300, { $0.frame.height },
        { [$0.heightAnchor.constraint(equalTo: $1.heightAnchor, multiplier: 0.5, constant: 100)] }),
    Fact("AL-16", 200, { $0.frame.height }, { view, _ in [view.heightAnchor.constraint(equalToConstant: 200)] }),
    Fact("AL-17", 0, { $0.frame.minY }, { square($0) + [$0.topAnchor.constraint(equalTo: $1.topAnchor)] }),
    Fact(
        "AL-18", 0, { $0.frame.minY },
        {
            square($0) + [
                $0.topAnchor.constraint(lessThanOrEqualTo: $1.topAnchor),
                $0.topAnchor.constraint(greaterThanOrEqualTo: $1.topAnchor),
            ]
        }),
    Fact(
        "AL-19", 100, { $0.frame.minY },
        { square($0) + [$0.topAnchor.constraint(equalTo: $1.topAnchor, constant: 100)] }),
    Fact(
        "AL-20", -100, { $0.frame.minY },
        { square($0) + [$0.topAnchor.constraint(equalTo: $1.topAnchor, constant: -100)] }),
    Fact("AL-21", 400, { $0.frame.maxX }, { square($0) + [$0.rightAnchor.constraint(equalTo: $1.rightAnchor)] }),
    Fact(
        "AL-22", 400, { $0.frame.maxX },
        {
            square($0) + [
                $0.rightAnchor.constraint(lessThanOrEqualTo: $1.rightAnchor),
                $0.rightAnchor.constraint(greaterThanOrEqualTo: $1.rightAnchor),
            ]
        }),
    Fact(
        "AL-23", 500, { $0.frame.maxX },
        { square($0) + [$0.rightAnchor.constraint(equalTo: $1.rightAnchor, constant: 100)] }),
    Fact(
        "AL-24", 300, { $0.frame.maxX },
        { square($0) + [$0.rightAnchor.constraint(equalTo: $1.rightAnchor, constant: -100)] }),
    Fact("AL-25", 400, { $0.frame.maxY }, { square($0) + [$0.bottomAnchor.constraint(equalTo: $1.bottomAnchor)] }),
    Fact(
        "AL-26", 400, { $0.frame.maxY },
        {
            square($0) + [
                $0.bottomAnchor.constraint(lessThanOrEqualTo: $1.bottomAnchor),
                $0.bottomAnchor.constraint(greaterThanOrEqualTo: $1.bottomAnchor),
            ]
        }),
    Fact(
        "AL-27", 500, { $0.frame.maxY },
        { square($0) + [$0.bottomAnchor.constraint(equalTo: $1.bottomAnchor, constant: 100)] }),
    Fact(
        "AL-28", 300, { $0.frame.maxY },
        { square($0) + [$0.bottomAnchor.constraint(equalTo: $1.bottomAnchor, constant: -100)] }),
    Fact("AL-29", 0, { $0.frame.minX }, { square($0) + [$0.leftAnchor.constraint(equalTo: $1.leftAnchor)] }),
    Fact(
        "AL-30", 0, { $0.frame.minX },
        {
            square($0) + [
                $0.leftAnchor.constraint(lessThanOrEqualTo: $1.leftAnchor),
                $0.leftAnchor.constraint(greaterThanOrEqualTo: $1.leftAnchor),
            ]
        }),
    Fact(
        "AL-31", 100, { $0.frame.minX },
        { square($0) + [$0.leftAnchor.constraint(equalTo: $1.leftAnchor, constant: 100)] }),
    Fact(
        "AL-32", -100, { $0.frame.minX },
        { square($0) + [$0.leftAnchor.constraint(equalTo: $1.leftAnchor, constant: -100)] }),
    Fact("AL-33", 200, { $0.frame.midX }, { square($0) + [$0.centerXAnchor.constraint(equalTo: $1.centerXAnchor)] }),
    Fact(
        "AL-34", 200, { $0.frame.midX },
        {
            square($0) + [
                $0.centerXAnchor.constraint(lessThanOrEqualTo: $1.centerXAnchor),
                $0.centerXAnchor.constraint(greaterThanOrEqualTo: $1.centerXAnchor),
            ]
        }),
    Fact(
        "AL-35", 300, { $0.frame.midX },
        { square($0) + [$0.centerXAnchor.constraint(equalTo: $1.centerXAnchor, constant: 100)] }),
    Fact(
        "AL-36", 100, { $0.frame.midX },
        { square($0) + [$0.centerXAnchor.constraint(equalTo: $1.centerXAnchor, constant: -100)] }),
    Fact("AL-37", 200, { $0.frame.midY }, { square($0) + [$0.centerYAnchor.constraint(equalTo: $1.centerYAnchor)] }),
    Fact(
        "AL-38", 200, { $0.frame.midY },
        {
            square($0) + [
                $0.centerYAnchor.constraint(lessThanOrEqualTo: $1.centerYAnchor),
                $0.centerYAnchor.constraint(greaterThanOrEqualTo: $1.centerYAnchor),
            ]
        }),
    Fact(
        "AL-39", 300, { $0.frame.midY },
        { square($0) + [$0.centerYAnchor.constraint(equalTo: $1.centerYAnchor, constant: 100)] }),
    Fact(
        "AL-40", 100, { $0.frame.midY },
        { square($0) + [$0.centerYAnchor.constraint(equalTo: $1.centerYAnchor, constant: -100)] }),
    Fact("AL-41", 400, { $0.frame.midX }, { square($0) + [times($0, .centerX, 2, $1)] }),
    Fact("AL-42", 100, { $0.frame.midX }, { square($0) + [times($0, .centerX, 0.5, $1)] }),
    Fact("AL-43", 400, { $0.frame.midY }, { square($0) + [times($0, .centerY, 2, $1)] }),
    Fact("AL-44", 100, { $0.frame.midY }, { square($0) + [times($0, .centerY, 0.5, $1)] }),
    Fact(
        "AL-45", 23, { $0.frame.minY },
        { square($0, 100) + [$0.topAnchor.constraint(greaterThanOrEqualTo: $1.topAnchor, constant: 23)] }),
    Fact(
        "AL-46", 255, { $0.frame.minY },
        { square($0, 100) + [$0.bottomAnchor.constraint(lessThanOrEqualTo: $1.bottomAnchor, constant: -45)] }),
    Fact(
        "AL-47", 23, { $0.frame.minX },
        { square($0, 100) + [$0.leftAnchor.constraint(greaterThanOrEqualTo: $1.leftAnchor, constant: 23)] }),
    Fact(
        "AL-48", 226, { $0.frame.minX },
        { square($0, 100) + [$0.rightAnchor.constraint(lessThanOrEqualTo: $1.rightAnchor, constant: -74)] }),
    Fact(
        "AL-49", 10, { $0.frame.minY },
        { square($0, 100) + [$0.topAnchor.constraint(lessThanOrEqualTo: $1.topAnchor, constant: 10)] }),
    Fact("AL-50", 0, { $0.frame.minY }, { square($0, 100) + [$0.centerXAnchor.constraint(equalTo: $1.centerXAnchor)] }),
    Fact("AL-51", 0, { $0.frame.minX }, { square($0, 100) + [$0.centerYAnchor.constraint(equalTo: $1.centerYAnchor)] }),
    Fact("AL-52", 75, { $0.frame.minX }, { [$0.leadingAnchor.constraint(equalTo: $1.leadingAnchor, constant: 75)] }),
    Fact("AL-53", 0, { $0.frame.width }, { [$0.leadingAnchor.constraint(equalTo: $1.leadingAnchor, constant: 75)] }),
    Fact("AL-54", 400, { $0.frame.minX }, { mirrored($1, [$0.leadingAnchor.constraint(equalTo: $1.leadingAnchor)]) }),
    Fact(
        "AL-55", 325, { $0.frame.minX },
        { mirrored($1, [$0.leadingAnchor.constraint(equalTo: $1.leadingAnchor, constant: 75)]) }),
    Fact(
        "AL-56", 14, { $0.frame.minX },
        { mirrored($1, [$0.trailingAnchor.constraint(equalTo: $1.trailingAnchor, constant: -14)]) }),
    Fact("AL-57", 0, { $0.frame.minX }, { mirrored($1, [$0.trailingAnchor.constraint(equalTo: $1.trailingAnchor)]) }),
    Fact(
        "AL-58", 277, { $0.frame.minX },
        {
            mirrored(
                $1,
                square($0, 100) + [$0.leadingAnchor.constraint(greaterThanOrEqualTo: $1.leadingAnchor, constant: 23)])
        }),
    Fact(
        "AL-59", 0, { $0.frame.height },
        { centered($0, $1) + [$0.heightAnchor.constraint(lessThanOrEqualToConstant: 94)] }),
    Fact(
        "AL-60", 94, { $0.frame.height },
        { centered($0, $1) + [$0.heightAnchor.constraint(greaterThanOrEqualToConstant: 94)] }),
]

@MainActor private func centered(_ view: UIView, _ other: UIView) -> [NSLayoutConstraint] {
    [
        view.centerXAnchor.constraint(equalTo: other.centerXAnchor),
        view.centerYAnchor.constraint(equalTo: other.centerYAnchor),
    ]
}

@MainActor @Suite struct LayoutFactTests {
    @Test("Frames that constraints give are those of Apple's systems")
    func frames() {
        for fact in facts {
            let outer = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
            let view = UIView()
            view.translatesAutoresizingMaskIntoConstraints = false
            outer.addSubview(view)
            NSLayoutConstraint.activate(fact.constraints(view, outer))
            outer.layoutIfNeeded()
            #expect(fact.measure(view) == fact.value, "\(fact.id)")
        }
    }

    @Test("The nearest common view holds a constraint")
    func holders() {
        let (grandparent, parent, child, other) = (UIView(), UIView(), UIView(), UIView())
        grandparent.addSubview(parent)
        parent.addSubview(child)
        parent.addSubview(other)
        child.widthAnchor.constraint(equalToConstant: 200).isActive = true
        #expect(child.constraints.count == 1, "AL-101")
        parent.widthAnchor.constraint(equalTo: child.widthAnchor).isActive = true
        #expect(parent.constraints.count == 1, "AL-102")
        grandparent.widthAnchor.constraint(equalTo: child.widthAnchor).isActive = true
        #expect(grandparent.constraints.count == 1, "AL-103")
        child.widthAnchor.constraint(equalTo: other.widthAnchor).isActive = true
        #expect(parent.constraints.count == 2, "AL-104")
    }

    @Test("A view that is pinned to another and to its superview has what is left")
    func replaced() {
        let window = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        let (one, two) = (UIView(), UIView())
        for view in [one, two] {
            view.translatesAutoresizingMaskIntoConstraints = false
            window.addSubview(view)
        }
        let height = two.heightAnchor.constraint(equalToConstant: 100)
        NSLayoutConstraint.activate([
            one.topAnchor.constraint(equalTo: window.topAnchor, constant: 10),
            one.leftAnchor.constraint(equalTo: window.leftAnchor, constant: 10),
            one.rightAnchor.constraint(equalTo: window.rightAnchor, constant: -10),
            one.heightAnchor.constraint(equalToConstant: 200), two.centerXAnchor.constraint(equalTo: one.centerXAnchor),
            two.topAnchor.constraint(equalTo: one.bottomAnchor), two.widthAnchor.constraint(equalTo: one.widthAnchor),
            height,
        ])
        window.layoutIfNeeded()
        #expect(two.frame.height == 100, "AL-105")
        height.isActive = false
        two.bottomAnchor.constraint(greaterThanOrEqualTo: window.bottomAnchor).isActive = true
        window.layoutIfNeeded()
        #expect(two.frame.height == 190, "AL-106")
    }

    @Test("Margins and the numbers of views at first")
    func defaults() {
        let window = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 400))
        window.layoutMargins = UIEdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        window.addSubview(view)
        func pin(_ attribute: NSLayoutConstraint.Attribute, _ other: NSLayoutConstraint.Attribute) {
            NSLayoutConstraint(
                item: view, attribute: attribute, relatedBy: .equal, toItem: window, attribute: other, multiplier: 1,
                constant: 0
            ).isActive = true
        }
        pin(.top, .topMargin)
        pin(.right, .rightMargin)
        pin(.bottom, .bottomMargin)
        pin(.left, .leftMargin)
        window.layoutIfNeeded()
        #expect(view.frame.minY == 10, "AL-111")
        #expect(view.frame.maxX == 360, "AL-112")
        #expect(view.frame.maxY == 370, "AL-113")
        #expect(view.frame.minX == 20, "AL-114")
        #expect(UILayoutPriority.required.rawValue == 1000, "AL-121")
        #expect(UILayoutPriority.defaultHigh.rawValue == 750, "AL-122")
        #expect(UILayoutPriority.defaultLow.rawValue == 250, "AL-123")
        #expect(UILayoutPriority.fittingSizeLevel.rawValue == 50, "AL-124")
        #expect(UIView().contentHuggingPriority(for: .horizontal) == .defaultLow, "AL-125")
        #expect(UIView().contentCompressionResistancePriority(for: .vertical) == .defaultHigh, "AL-126")
        #expect(UIView().translatesAutoresizingMaskIntoConstraints, "AL-127")
        let stack = UIStackView()
        #expect(stack.axis == .horizontal, "AL-128")
        #expect(stack.distribution == .fill, "AL-129")
        #expect(stack.alignment == .fill, "AL-130")
        #expect(stack.spacing == 0, "AL-131")
        #expect(!stack.isLayoutMarginsRelativeArrangement && !stack.isBaselineRelativeArrangement, "AL-132")
        #expect(NSLayoutConstraint.Attribute.lastBaseline.rawValue == 11, "AL-133")
        #expect(NSLayoutConstraint.Relation.lessThanOrEqual.rawValue == -1, "AL-134")
        #expect(NSLayoutConstraint.FormatOptions.alignAllCenterX.rawValue == 1 << 9, "AL-135")
        #expect(view.widthAnchor.constraint(equalToConstant: 1).priority == .required, "AL-136")
    }
}
