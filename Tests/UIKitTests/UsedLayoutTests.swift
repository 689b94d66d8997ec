import Foundation
import MicaScripts
import QuartzCore
import Testing

import UIKit
@testable import UIKitCore

/// The most used members of constraints.
@MainActor @Suite(.serialized) struct UsedLayoutTests {
    private func stage() -> (UIWindow, UIView) {
        let window = UIWindow(host: ScriptedWindow(size: CGSize(width: 400, height: 300), scale: 1, threads: 1))
        window.makeKeyAndVisible()
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        window.addSubview(view)
        return (window, view)
    }

    @Test(
        .covers(
            "UIView.translatesAutoresizingMaskIntoConstraints", "NSLayoutXAxisAnchor.constraint",
            "NSLayoutYAxisAnchor.constraint", "NSLayoutDimension.constraint", "UIView.topAnchor",
            "UIView.leadingAnchor", "UIView.widthAnchor", "UIView.heightAnchor", "NSLayoutConstraint.isActive",
            "NSLayoutConstraint.constant", "NSLayoutConstraint.identifier"))
    func anchors_make_constraints_that_can_change() {
        let (window, view) = stage()
        #expect(!view.translatesAutoresizingMaskIntoConstraints)
        // NSLayoutXAxisAnchor, NSLayoutYAxisAnchor and NSLayoutDimension.
        let top = view.topAnchor.constraint(equalTo: window.topAnchor, constant: 20)
        top.isActive = true
        view.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 10).isActive = true
        view.widthAnchor.constraint(equalTo: window.widthAnchor, multiplier: 0.5).isActive = true
        view.heightAnchor.constraint(equalToConstant: 40).isActive = true
        window.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 10, y: 20, width: 200, height: 40))
        top.constant = 60
        top.identifier = "top"
        window.layoutIfNeeded()
        #expect(view.frame.minY == 60 && top.identifier == "top")
        top.isActive = false
        view.topAnchor.constraint(equalTo: window.topAnchor).isActive = true
        window.layoutIfNeeded()
        #expect(view.frame.minY == 0)
    }

    @Test(
        .covers(
            "NSLayoutConstraint", "NSLayoutConstraint.activate", "UIView.bottomAnchor", "UIView.trailingAnchor",
            "UIView.centerXAnchor", "UIView.centerYAnchor", "UIView.safeAreaLayoutGuide", "UILayoutGuide.topAnchor"))
    func constraints_are_activated_together() {
        let (window, view) = stage()
        let corner = UIView()
        corner.translatesAutoresizingMaskIntoConstraints = false
        window.addSubview(corner)
        let constraints: [NSLayoutConstraint] = [
            view.centerXAnchor.constraint(equalTo: window.centerXAnchor),
            view.centerYAnchor.constraint(equalTo: window.centerYAnchor),
            view.widthAnchor.constraint(equalToConstant: 100), view.heightAnchor.constraint(equalToConstant: 50),
            corner.trailingAnchor.constraint(equalTo: window.trailingAnchor, constant: -5),
            corner.bottomAnchor.constraint(equalTo: view.topAnchor, constant: -8),
            corner.topAnchor.constraint(equalTo: window.safeAreaLayoutGuide.topAnchor),
            corner.widthAnchor.constraint(equalToConstant: 20),
        ]
        NSLayoutConstraint.activate(constraints)
        window.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 150, y: 125, width: 100, height: 50))
        #expect(corner.frame == CGRect(x: 375, y: 0, width: 20, height: 117))
        let guide: UILayoutGuide = window.safeAreaLayoutGuide
        #expect(guide.owningView === window && constraints.allSatisfy(\.isActive))
    }

    @Test(
        .covers(
            "NSLayoutConstraint.init", "NSLayoutConstraint.Attribute", "NSLayoutConstraint.Attribute.height",
            "NSLayoutConstraint.Attribute.width", "NSLayoutConstraint.Attribute.top",
            "NSLayoutConstraint.Attribute.bottom", "NSLayoutConstraint.Attribute.leading",
            "NSLayoutConstraint.Attribute.trailing", "NSLayoutConstraint.Attribute.left",
            "NSLayoutConstraint.Attribute.centerX", "NSLayoutConstraint.Attribute.centerY",
            "NSLayoutConstraint.Attribute.notAnAttribute", "NSLayoutConstraint.Relation",
            "NSLayoutConstraint.Relation.equal", "UIView.addConstraint", "UIView.addConstraints", "UIView.constraints"))
    func attributes_are_written_out() {
        let (window, view) = stage()
        let other = UIView()
        other.translatesAutoresizingMaskIntoConstraints = false
        window.addSubview(other)
        let relation: NSLayoutConstraint.Relation = .equal
        func constraint(
            _ item: UIView, _ attribute: NSLayoutConstraint.Attribute, _ to: UIView?,
            _ second: NSLayoutConstraint.Attribute, _ constant: CGFloat
        ) -> NSLayoutConstraint {
            NSLayoutConstraint(
                item: item, attribute: attribute, relatedBy: relation, toItem: to, attribute: second, multiplier: 1,
                constant: constant)
        }
        window.addConstraint(constraint(view, .top, window, .top, 10))
        window.addConstraints([
            constraint(view, .leading, window, .leading, 20), constraint(view, .trailing, window, .trailing, -20),
            constraint(view, .bottom, window, .bottom, -30), constraint(other, .left, view, .left, 5),
            constraint(other, .centerY, view, .centerY, 0), constraint(other, .width, nil, .notAnAttribute, 40),
            constraint(other, .height, view, .height, -200),
        ])
        window.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 20, y: 10, width: 360, height: 260))
        #expect(other.frame == CGRect(x: 25, y: 110, width: 40, height: 60))
        #expect(window.constraints.count == 8)
        window.removeConstraint(window.constraints[4])
        window.addConstraint(constraint(other, .centerX, window, .centerX, 0))
        window.layoutIfNeeded()
        #expect(other.frame.midX == 200)
    }

    @Test(
        .covers(
            "NSLayoutConstraint.constraints", "NSLayoutConstraint.FormatOptions", "UIStackView",
            "UIView.updateConstraints"))
    func formats_stacks_and_updates() {
        final class Updating: UIView {
            var count = 0
            override func updateConstraints() {
                count += 1
                super.updateConstraints()
            }
        }
        let (window, view) = stage()
        let options: NSLayoutConstraint.FormatOptions = [.alignAllTop]
        let stack = UIStackView(arrangedSubviews: [UIView(), UIView()])
        stack.translatesAutoresizingMaskIntoConstraints = false
        stack.distribution = .fillEqually
        window.addSubview(stack)
        let names: [String: Any] = ["a": view, "b": stack]
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "H:|-10-[a(50)]-[b]|", options: options, metrics: nil, views: names)
                + NSLayoutConstraint.constraints(withVisualFormat: "V:|[a(60)]", metrics: nil, views: names)
                + NSLayoutConstraint.constraints(withVisualFormat: "V:[b(30)]", metrics: nil, views: names))
        window.layoutIfNeeded()
        #expect(view.frame == CGRect(x: 10, y: 0, width: 50, height: 60))
        #expect(stack.frame == CGRect(x: 68, y: 0, width: 332, height: 30))
        #expect(stack.arrangedSubviews.map(\.frame.width) == [166, 166])
        let updating = Updating()
        window.addSubview(updating)
        updating.setNeedsUpdateConstraints()
        updating.updateConstraintsIfNeeded()
        #expect(updating.count == 1)
        updating.updateConstraints()
        #expect(updating.count == 2)
    }
}
