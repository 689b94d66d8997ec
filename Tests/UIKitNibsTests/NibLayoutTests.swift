import CoreGraphics
import Foundation
import Testing
import UIKit

@testable import UIKitCore
@testable import UIKitLists
@testable import UIKitNibs

/// Places and sizes that Interface Builder has saved in storyboards, with Apple's layout.
@MainActor @Suite(.serialized) struct NibLayoutTests {
    private func show(_ controller: String, width: CGFloat = 375) throws -> UIViewController {
        let folder = try NibFolder(["Page.storyboard": NibText.storyboard(initial: "c", NibText.scene(controller))])
        let root = try #require(UIStoryboard(name: "Page", bundle: folder.bundle).instantiateInitialViewController())
        let stage = NibStage(root, size: CGSize(width: width, height: 800))
        stage.pass(0.1)
        return root
    }

    @Test(arguments: [(375, 16), (1_024, 20)])
    func margins_of_a_controllers_view_are_the_systems(width: Int, margin: Int) throws {
        let controller = try show(
            """
            <viewController id="c" sceneMemberID="viewController">
                <view key="view" id="v"><rect key="frame" x="0" y="0" width="375" height="667"/>
                    <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                    <subviews>
                        <view translatesAutoresizingMaskIntoConstraints="NO" id="a"><rect key="frame" x="16" y="0" width="343" height="9"/></view>
                    </subviews>
                    <constraints>
                        <constraint firstItem="a" firstAttribute="leading" secondItem="v" secondAttribute="leadingMargin" id="k1"/>
                        <constraint firstAttribute="trailingMargin" secondItem="a" secondAttribute="trailing" id="k2"/>
                        <constraint firstItem="a" firstAttribute="top" secondItem="v" secondAttribute="topMargin" id="k3"/>
                        <constraint firstItem="a" firstAttribute="height" constant="9" id="k4"/>
                    </constraints>
                </view>
            </viewController>
            """, width: CGFloat(width))
        let view = try #require(controller.view.subviews.first)
        #expect(view.frame == CGRect(x: margin, y: 0, width: width - 2 * margin, height: 9))
        controller.viewRespectsSystemMinimumLayoutMargins = false
        #expect(controller.view.layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
        controller.view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 40)
        controller.viewRespectsSystemMinimumLayoutMargins = true
        #expect(
            controller.view.layoutMargins
                == UIEdgeInsets(top: 1, left: CGFloat(margin), bottom: 3, right: 40))
    }

    @Test func a_view_with_a_fixed_frame_keeps_it() throws {
        let controller = try show(
            """
            <viewController id="c" sceneMemberID="viewController">
                <view key="view" id="v"><rect key="frame" x="0" y="0" width="375" height="800"/>
                    <subviews>
                        <stackView fixedFrame="YES" translatesAutoresizingMaskIntoConstraints="NO" id="s"><rect key="frame" x="98" y="40" width="252" height="44"/>
                            <subviews><label text="a" id="l"/></subviews></stackView>
                    </subviews>
                </view>
            </viewController>
            """)
        #expect(controller.view.subviews.first?.frame == CGRect(x: 98, y: 40, width: 252, height: 44))
    }

    @Test func plain_sections_without_titles_have_no_headers_in_tables_with_heights() throws {
        let root = try show(
            """
            <tableViewController id="c" sceneMemberID="viewController">
                <tableView key="view" dataMode="static" style="plain" rowHeight="44" sectionHeaderHeight="28" sectionFooterHeight="28" id="t">
                    <rect key="frame" x="0" y="0" width="375" height="667"/>
                    <sections><tableViewSection id="s"><cells><tableViewCell rowHeight="44" id="e"><rect key="frame" x="0" y="0" width="375" height="44"/>
                        <tableViewCellContentView key="contentView" id="v"/></tableViewCell></cells></tableViewSection></sections>
                    <connections><outlet property="dataSource" destination="c" id="1"/><outlet property="delegate" destination="c" id="2"/></connections>
                </tableView>
            </tableViewController>
            """)
        let table = try #require((root as? UITableViewController)?.tableView)
        #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 0 && table.contentSize.height == 44)
    }

    @Test func titles_of_sections_are_whole_in_tables_with_heights() throws {
        func section(_ number: Int, _ title: String) -> String {
            """
            <tableViewSection \(title) id="s\(number)"><cells>
                <tableViewCell rowHeight="44" id="c\(number)"><rect key="frame" x="0" y="0" width="375" height="44"/>
                    <tableViewCellContentView key="contentView" id="v\(number)"/></tableViewCell>
            </cells></tableViewSection>
            """
        }
        let root = try show(
            """
            <tableViewController id="c" sceneMemberID="viewController">
                <tableView key="view" dataMode="static" style="grouped" rowHeight="44" sectionHeaderHeight="18" sectionFooterHeight="18" id="t">
                    <rect key="frame" x="0" y="0" width="375" height="667"/>
                    <sections>\(section(0, "headerTitle=\"One\""))\(section(1, "headerTitle=\"Two\""))\(section(2, ""))</sections>
                    <connections><outlet property="dataSource" destination="c" id="1"/><outlet property="delegate" destination="c" id="2"/></connections>
                </tableView>
            </tableViewController>
            """)
        let table = try #require((root as? UITableViewController)?.tableView)
        let tops = (0..<3).map { table.rectForRow(at: IndexPath(row: 0, section: $0)).minY }
        // Xcode saved 55.5 above the first row, then 56 with and 36 without a title between the rows of two sections.
        let wanted: [CGFloat] = [55.5, 155.5, 235.5]
        #expect(tops == wanted)
    }

    @Test func rows_whose_constraints_leave_their_height_open_have_the_standard_one() throws {
        let root = try show(
            """
            <tableViewController id="c" sceneMemberID="viewController">
                <tableView key="view" dataMode="static" style="plain" rowHeight="-1" estimatedRowHeight="-1" id="t">
                    <rect key="frame" x="0" y="0" width="375" height="667"/>
                    <sections><tableViewSection id="s"><cells><tableViewCell id="e"><rect key="frame" x="0" y="0" width="375" height="51"/>
                        <tableViewCellContentView key="contentView" id="v"><rect key="frame" x="0" y="0" width="375" height="51"/>
                            <subviews><view translatesAutoresizingMaskIntoConstraints="NO" id="a"><rect key="frame" x="0" y="0" width="9" height="9"/></view></subviews>
                            <constraints>
                                <constraint firstItem="a" firstAttribute="centerY" secondItem="v" secondAttribute="centerY" id="k1"/>
                                <constraint firstItem="a" firstAttribute="leading" secondItem="v" secondAttribute="leading" id="k2"/>
                            </constraints>
                        </tableViewCellContentView></tableViewCell></cells></tableViewSection></sections>
                    <connections><outlet property="dataSource" destination="c" id="1"/><outlet property="delegate" destination="c" id="2"/></connections>
                </tableView>
            </tableViewController>
            """)
        let table = try #require((root as? UITableViewController)?.tableView)
        #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).height == 44)
    }

    @Test func a_cell_is_measured_with_the_margins_that_it_gets() throws {
        let text = NibText.xib(
            """
            <tableViewCell reuseIdentifier="Cell" id="c"><rect key="frame" x="0" y="0" width="375" height="74"/>
                <tableViewCellContentView key="contentView" id="v"><rect key="frame" x="0" y="0" width="375" height="74"/>
                    <subviews>
                        <view translatesAutoresizingMaskIntoConstraints="NO" id="a"><rect key="frame" x="16" y="11" width="9" height="52"/></view>
                    </subviews>
                    <constraints>
                        <constraint firstItem="a" firstAttribute="top" secondItem="v" secondAttribute="topMargin" id="k1"/>
                        <constraint firstAttribute="bottomMargin" secondItem="a" secondAttribute="bottom" id="k2"/>
                        <constraint firstItem="a" firstAttribute="leading" secondItem="v" secondAttribute="leadingMargin" id="k3"/>
                        <constraint firstItem="a" firstAttribute="height" constant="52" id="k4"/>
                        <constraint firstItem="a" firstAttribute="width" constant="9" id="k5"/>
                    </constraints>
                </tableViewCellContentView></tableViewCell>
            """)
        let made = UINib(data: Data(text.utf8), bundle: nil).instantiate(withOwner: nil).first
        let cell = try #require(made as? UITableViewCell)
        let size = cell.systemLayoutSizeFitting(
            CGSize(width: 375, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        // Xcode saved 74 for a content of 52: margins of 11. A separator can add less than a point.
        #expect((74..<75).contains(size.height))
    }

    @Test func a_round_field_is_34_points_high() throws {
        let text = NibText.xib(
            """
            <textField borderStyle="roundedRect" id="f"><rect key="frame" x="0" y="0" width="90" height="34"/>
                <fontDescription key="fontDescription" type="system" pointSize="14"/></textField>
            """)
        let field = UINib(data: Data(text.utf8), bundle: nil).instantiate(withOwner: nil).first as? UITextField
        #expect(field?.intrinsicContentSize.height == 34)
    }

    @Test func pictures_of_system_buttons_are_templates() {
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { _ in
            UIColor.white.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        let modes = [UIButton.ButtonType.system, .custom].map { type in
            let button = UIButton(type: type)
            button.setImage(picture, for: .normal)
            return button.imageView?.image?.renderingMode
        }
        #expect(modes == [.alwaysTemplate, .automatic])
        let plain = UIButton(type: .system)
        plain.setImage(picture.withRenderingMode(.alwaysOriginal), for: .normal)
        #expect(plain.imageView?.image?.renderingMode == .alwaysOriginal)
    }

    @Test func titles_of_buttons_are_aligned_and_guides_at_the_bottom_hold_from_the_start() throws {
        var notices: [String] = []
        LayoutNotices.receiver = { notices.append($0) }
        defer { LayoutNotices.receiver = nil }
        let controller = try show(
            """
            <viewController id="c" sceneMemberID="viewController">
                <layoutGuides>
                    <viewControllerLayoutGuide type="top" id="gt"/><viewControllerLayoutGuide type="bottom" id="gb"/>
                </layoutGuides>
                <view key="view" id="v"><rect key="frame" x="0" y="0" width="375" height="667"/>
                    <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/>
                    <subviews>
                        <button buttonType="system" translatesAutoresizingMaskIntoConstraints="NO" id="a"><rect key="frame" x="0" y="0" width="9" height="44"/>
                            <state key="normal" title="One"/></button>
                        <button buttonType="system" translatesAutoresizingMaskIntoConstraints="NO" id="b"><rect key="frame" x="0" y="0" width="9" height="44"/>
                            <state key="normal" title="Two"/></button>
                        <label text="Text" translatesAutoresizingMaskIntoConstraints="NO" id="l"><rect key="frame" x="0" y="0" width="9" height="20"/>
                            <fontDescription key="fontDescription" type="system" pointSize="15"/></label>
                        <view translatesAutoresizingMaskIntoConstraints="NO" id="f"><rect key="frame" x="0" y="0" width="9" height="9"/></view>
                    </subviews>
                    <constraints>
                        <constraint firstItem="a" firstAttribute="top" secondItem="b" secondAttribute="top" id="k1"/>
                        <constraint firstItem="a" firstAttribute="lastBaseline" secondItem="b" secondAttribute="firstBaseline" id="k2"/>
                        <constraint firstItem="a" firstAttribute="height" constant="44" id="k3"/>
                        <constraint firstItem="b" firstAttribute="height" constant="44" id="k4"/>
                        <constraint firstItem="l" firstAttribute="baseline" secondItem="a" secondAttribute="baseline" id="k5"/>
                        <constraint firstItem="a" firstAttribute="top" secondItem="gt" secondAttribute="bottom" id="k6"/>
                        <constraint firstItem="f" firstAttribute="top" secondItem="gt" secondAttribute="bottom" constant="40" id="k7"/>
                        <constraint firstItem="gb" firstAttribute="top" secondItem="f" secondAttribute="bottom" constant="40" id="k8"/>
                    </constraints>
                </view>
            </viewController>
            """)
        let views = controller.view.subviews
        #expect(notices.isEmpty && views[0].frame.height == 44 && views[1].frame.minY == 0)
        // A label of the same font has its text at the same height.
        #expect(abs(views[2].frame.midY - views[0].frame.midY) < 0.51)
        #expect(views[3].frame.minY == 40 && views[3].frame.maxY == 760)
    }

    /// A layout makes its decoration views from a nib.
    @Test func a_nib_of_decoration_views() throws {
        let text = NibText.xib(
            """
            <collectionReusableView tag="7" id="shade">
                <rect key="frame" x="0" y="0" width="50" height="50"/>
            </collectionReusableView>
            """)
        let layout = UICollectionViewCompositionalLayout { _, _ in
            let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(40))
            let item = NSCollectionLayoutItem(layoutSize: size)
            let section = NSCollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
            section.decorationItems = [.background(elementKind: "shade")]
            return section
        }
        layout.register(UINib(data: Data(text.utf8), bundle: nil), forDecorationViewOfKind: "shade")
        final class Source: NSObject, UICollectionViewDataSource {
            func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 2 }
            func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
                view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
            }
        }
        let source = Source()
        let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        view.dataSource = source
        view.layoutIfNeeded()
        #expect(view.subviews.first { $0.tag == 7 }?.frame == CGRect(x: 0, y: 0, width: 100, height: 80))
        layout.register(nil as UINib?, forDecorationViewOfKind: "shade")
    }
}
