import Foundation
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitNibs

/// The owner of the first nib, with the table that mica-port would write.
final class CounterController: UIViewController {
    weak var label: UILabel! { didSet { labelSets += 1 } }
    var buttons: [UIButton]!
    var labelSets = 0
    private(set) var count = 0
    func add(_ sender: UIButton) {
        count += sender.tag
        label.text = "\(count)"
    }
    final class NibNames: NibTable {
        override class var names: [NibName] {
            [
                .property("label", \CounterController.label), .property("buttons", \CounterController.buttons),
                .action(
                    Selector("add:", onMain: { (target: CounterController, sender: UIButton) in target.add(sender) })),
            ]
        }
    }
}

/// A view with a property for Xcode's inspector, and an `init(coder:)` that reads the nib's values.
final class BadgeView: UIView {
    var corner: CGFloat = 0 { didSet { layer.cornerRadius = corner } }
    var title: String?
    var isLoud = false
    var seen: (frame: CGRect, color: UIColor?, children: Int)?
    var awakened = 0

    override init(frame: CGRect) { super.init(frame: frame) }
    required init?(coder: NSCoder) {
        super.init(coder: coder)
        seen = (frame, backgroundColor, subviews.count)
    }
    override func awakeFromNib() {
        super.awakeFromNib()
        awakened += 1
    }
    final class NibNames: NibTable {
        override class var names: [NibName] {
            [
                .property("corner", \BadgeView.corner), .property("title", \BadgeView.title),
                .property("isLoud", \BadgeView.isLoud),
            ]
        }
    }
}

extension UIView {
    var shade: CGFloat {
        get { CGFloat(layer.shadowOpacity) }
        set { layer.shadowOpacity = Float(newValue) }
    }
    final class NibNames1: NibTable {
        override class var names: [NibName] { [.property("shade", \UIView.shade)] }
    }
}

@MainActor @Suite(.serialized) struct NibTests {
    static let counter = NibText.xib(
        """
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1" userLabel="File's Owner" customClass="CounterController">
            <connections>
                <outlet property="label" destination="lab" id="c1"/>
                <outlet property="view" destination="vvv" id="c2"/>
                <outletCollection property="buttons" destination="one" id="c3"/>
                <outletCollection property="buttons" destination="ten" id="c4"/>
            </connections>
        </placeholder>
        <placeholder placeholderIdentifier="IBFirstResponder" id="-2" customClass="UIResponder"/>
        <view contentMode="scaleToFill" id="vvv">
            <rect key="frame" x="0.0" y="0.0" width="375" height="667"/>
            <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
            <subviews>
                <label opaque="NO" userInteractionEnabled="NO" contentMode="left" text="0" textAlignment="center" id="lab"
                    translatesAutoresizingMaskIntoConstraints="NO">
                    <rect key="frame" x="0" y="0" width="10" height="10"/>
                    <fontDescription key="fontDescription" type="boldSystem" pointSize="24"/>
                    <color key="textColor" red="1" green="0" blue="0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
                </label>
                <button opaque="NO" contentMode="scaleToFill" tag="1" buttonType="system" id="one"
                    translatesAutoresizingMaskIntoConstraints="NO">
                    <rect key="frame" x="0" y="0" width="10" height="10"/>
                    <state key="normal" title="One"/>
                    <connections><action selector="add:" destination="-1" eventType="touchUpInside" id="a1"/></connections>
                </button>
                <button opaque="NO" contentMode="scaleToFill" tag="10" buttonType="system" id="ten">
                    <rect key="frame" x="20" y="400" width="80" height="40"/>
                    <state key="normal" title="Ten"/>
                    <connections><action selector="add:" destination="-1" eventType="touchUpInside" id="a2"/></connections>
                </button>
            </subviews>
            <color key="backgroundColor" systemColor="systemBackgroundColor"/>
            <constraints>
                <constraint firstItem="lab" firstAttribute="centerX" secondItem="vvv" secondAttribute="centerX" id="k1"/>
                <constraint firstItem="lab" firstAttribute="top" secondItem="safe" secondAttribute="top" constant="100" id="k2"/>
                <constraint firstItem="lab" firstAttribute="width" secondItem="vvv" secondAttribute="width" multiplier="1:3" id="k3"/>
                <constraint firstItem="one" firstAttribute="top" secondItem="lab" secondAttribute="bottom" constant="20" id="k4"/>
                <constraint firstItem="one" firstAttribute="leading" secondItem="vvv" secondAttribute="leadingMargin" id="k5"/>
                <constraint firstItem="one" firstAttribute="width" constant="120" priority="750" identifier="wide" id="k6"/>
            </constraints>
            <viewLayoutGuide key="safeArea" id="safe"/>
        </view>
        """)

    @Test func a_controller_gets_its_view_outlets_and_actions_from_a_nib_of_its_name() throws {
        let folder = try NibFolder(["CounterController.xib": Self.counter])
        let controller = CounterController(nibName: nil, bundle: folder.bundle)
        let stage = NibStage(controller)
        let label = try #require(controller.label)
        #expect(controller.labelSets == 1 && label.text == "0" && label.font.pointSize == 24)
        #expect(label.frame.midX == 187.5 && label.frame.minY == 100 && abs(label.frame.width - 125) < 0.5)
        #expect(controller.buttons.map(\.tag) == [1, 10])
        let one = controller.buttons[0]
        #expect(one.frame.width == 120 && abs(one.frame.minY - label.frame.maxY - 20) < 0.51)
        #expect(one.frame.minX == controller.view.layoutMargins.left)
        #expect(one.constraints.contains { $0.identifier == "wide" && $0.priority == .defaultHigh })
        try stage.tap(one)
        try stage.tap(controller.buttons[1])
        #expect(controller.count == 11 && label.text == "11")
    }

    @Test func views_of_custom_classes_see_the_nibs_values_in_init_coder_and_get_run_time_attributes() throws {
        let folder = try NibFolder([
            "Badge.xib": NibText.xib(
                """
                <placeholder placeholderIdentifier="IBFilesOwner" id="-1"/>
                <view id="b" customClass="BadgeView" customModule="UIKitNibsTests" customModuleProvider="target">
                    <rect key="frame" x="5" y="6" width="70" height="80"/>
                    <subviews>
                        <view id="c"><rect key="frame" x="0" y="0" width="1" height="1"/>
                            <userDefinedRuntimeAttributes>
                                <userDefinedRuntimeAttribute type="number" keyPath="shade">
                                    <real key="value" value="0.5"/>
                                </userDefinedRuntimeAttribute>
                                <userDefinedRuntimeAttribute type="number" keyPath="layer.cornerRadius">
                                    <integer key="value" value="7"/>
                                </userDefinedRuntimeAttribute>
                            </userDefinedRuntimeAttributes>
                        </view>
                    </subviews>
                    <color key="backgroundColor" white="0.5" alpha="1"/>
                    <userDefinedRuntimeAttributes>
                        <userDefinedRuntimeAttribute type="number" keyPath="corner"><real key="value" value="12"/></userDefinedRuntimeAttribute>
                        <userDefinedRuntimeAttribute type="string" keyPath="title" value="New"/>
                        <userDefinedRuntimeAttribute type="boolean" keyPath="isLoud" value="YES"/>
                    </userDefinedRuntimeAttributes>
                </view>
                """)
        ])
        let made = try #require(folder.bundle.loadNibNamed("Badge", owner: nil))
        let badge = try #require(made.first as? BadgeView)
        #expect(badge.seen?.frame == CGRect(x: 5, y: 6, width: 70, height: 80) && badge.seen?.children == 1)
        #expect(badge.seen?.color != nil && badge.awakened == 1)
        #expect(badge.corner == 12 && badge.layer.cornerRadius == 12 && badge.title == "New" && badge.isLoud)
        let child = try #require(badge.subviews.first)
        #expect(child.shade == 0.5 && child.layer.cornerRadius == 7)
    }
}
